import { mount } from "svelte";
import App from "./App.svelte";
import { startPrefs } from "./lib/prefs.svelte";
import "./styles/index.css";

startPrefs();
mount(App, { target: document.getElementById("app")! });
