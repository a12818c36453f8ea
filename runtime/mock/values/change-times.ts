import { moments, timeOfText } from '@concordat/contract/lexicon'

/** The least numbers that count as times, in milliseconds and in seconds since 1970: from 2001 on. */
const LEAST = { milliseconds: 1e12, seconds: 1e9 }

/** True for the name of the time of the last change: "updated_at", "last_modified". */
export function isTimeOfChange(name: string): boolean {
  return moments.wholeChange.has(name) || moments.lastChange.has(name)
}

/** The current time in the form of another one; that value itself if it is not a time. */
export function nowLike(value: unknown): unknown {
  const now = new Date()
  if (typeof value === 'number') {
    if (value >= LEAST.milliseconds) return now.getTime()
    return value >= LEAST.seconds ? Math.floor(now.getTime() / 1000) : value
  }
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return now.toISOString().slice(0, 10)
  if (timeOfText(value) === undefined) return value
  return value.includes('.') ? now.toISOString() : now.toISOString().replace(/\.\d+/, '')
}
