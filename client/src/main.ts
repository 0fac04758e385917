import { mount } from "svelte";
import App from "./App.svelte";
import { fontsReady } from "./lib/fonts";
import { startPrefs } from "./lib/prefs.svelte";
import "./styles/index.css";

startPrefs();
void fontsReady().then(() => mount(App, { target: document.getElementById("app")! }));
