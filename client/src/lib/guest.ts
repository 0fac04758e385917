// A name for those who have not said theirs: a table is two taps away, and the name can be changed at any time.
const GUESTS = ["Ada", "Basil", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hedda", "Ivo", "Jette", "Kasper", "Lotte", "Milo", "Nora", "Oskar", "Petra", "Ruben", "Stella", "Theo", "Uma", "Vito", "Willa"];

export const guestName = (chance = Math.random()): string => GUESTS[Math.floor(chance * GUESTS.length)]!;
