const FACES = ['1em "Besley Variable"', '1em "Libre Franklin Variable"'];
/** Milliseconds: on a line that takes longer the page comes with the system's fonts. */
const MOST = 600;

/**
 * Waits for the page's own fonts. A face that comes later moves everything below its text, and a press that began on a button
 * then ends beside it: nothing happens.
 */
export function fontsReady(): Promise<unknown> {
  const loaded = Promise.allSettled(FACES.map((face) => document.fonts.load(face)));
  return Promise.race([loaded, new Promise((done) => setTimeout(done, MOST))]);
}
