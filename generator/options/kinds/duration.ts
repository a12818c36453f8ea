import { type Kind, plainKind } from './kind.ts'

/** Seconds, or a string with a unit: "90s", "5m". */
export type Duration = number | string

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** @returns `undefined` if the argument is not a duration above 0. */
export function durationMilliseconds(duration: unknown): number | undefined {
  const [, count = '', unit = 's'] = /^(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h)?$/.exec(String(duration)) ?? []
  const milliseconds = Number(count) * (MILLISECONDS[unit] ?? Number.NaN)
  return milliseconds > 0 ? milliseconds : undefined
}

export const durationKind: Kind<Duration> = plainKind({
  type: 'number | string',
  expected: 'a number of seconds above 0 or a string such as "90s" or "5m"',
  fits: (value): value is Duration => durationMilliseconds(value) !== undefined,
  read: (text) => (durationMilliseconds(text) === undefined ? undefined : text),
})
