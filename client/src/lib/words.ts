/** 1 seat, 2 seats */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Ines, Otto and Pax */
export const list = (names: string[]): string => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** Hexadecimal digits so that people can compare them: 9f3c 51ab 77e0 … 4d12 */
export const mark = (digits: string): string => `${(digits.slice(0, 12).match(/.{1,4}/g) ?? []).join(" ")} … ${digits.slice(-4)}`;
