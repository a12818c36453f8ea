import { expect } from 'vitest'
import type { Sent } from './exchanges.ts'
import type { Recorded } from './recording-server.ts'

/** Compares what a server received with what it should have received. */
export function checkSent(recorded: Recorded | undefined, sent: Sent): void {
  const { method = 'GET', url, headers = {}, body } = sent
  expect(recorded?.method).toBe(method)
  if (url !== undefined) expect(recorded?.url).toBe(url)
  const boundary = /boundary=(.+)/.exec(recorded?.headers['content-type'] ?? '')?.[1]
  const clean = (text: string): string =>
    boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY')
  for (const [name, expected] of Object.entries(headers)) {
    const actual = recorded?.headers[name]
    expect(typeof actual === 'string' ? clean(actual) : null, name).toBe(expected)
  }
  if (typeof body === 'string') expect(clean(recorded?.body.toString() ?? '')).toBe(body)
  else if (body !== undefined) expect(recorded?.body.toString('hex')).toBe(body.hex)
}
