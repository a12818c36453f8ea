import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatheredBytes } from '../../../../runtime/http/bounded/gathered-bytes.ts'

test('pieces of any length make the whole', () => {
  const length = fc.oneof(fc.nat(3), fc.nat(5000), fc.constantFrom(4095, 4096, 65_535, 65_536, 70_000))
  fc.assert(
    fc.property(fc.array(length, { maxLength: 60 }), (lengths) => {
      const gathered = new GatheredBytes()
      const pieces = lengths.map((size, index) => new Uint8Array(size).fill(index + 1))
      for (const piece of pieces) gathered.add(piece)
      expect(gathered.length).toBe(lengths.reduce((sum, size) => sum + size, 0))
      expect(Buffer.from(gathered.join()).equals(Buffer.concat(pieces))).toBe(true)
    }),
  )
})

test('one piece is not copied', () => {
  const gathered = new GatheredBytes()
  const piece = new Uint8Array([1, 2, 3])
  gathered.add(piece)
  expect(gathered.join()).toBe(piece)
})

test('a piece of one byte takes no memory beside its byte', () => {
  const gathered = new GatheredBytes()
  const count = 300_000
  const before = heapUsed()
  for (let index = 0; index < count; index++) gathered.add(new Uint8Array(1))
  // Kept as separate pieces, they would take about 60 MB.
  expect(heapUsed() - before).toBeLessThan(5 * 2 ** 20)
  expect(gathered.join()).toHaveLength(count)
})

/** Returns the size of the reachable heap, in bytes. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}
