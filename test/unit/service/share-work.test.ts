import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { shareQueries } from '../../../server/database/sharing/share-work.ts'

/** Waits until work that can begin has begun. */
const aMoment = async () => {
  for (let turns = 0; turns < 3; turns++) await nextTurn()
}

/** Returns work that ends on demand, and records how often it began. */
function manualWork() {
  const begun: PromiseWithResolvers<string>[] = []
  const work = () => {
    const answer = Promise.withResolvers<string>()
    begun.push(answer)
    return answer.promise
  }
  return { begun, work }
}

describe('shareWork', () => {
  it('does not let anybody join work that began before the question', async () => {
    const shared = shareQueries<string>()
    const { begun, work } = manualWork()
    const first = shared('a', work)
    await aMoment()
    const later = [shared('a', work), shared('a', work)]
    await aMoment()
    expect(begun).toHaveLength(1)
    begun[0]!.resolve('old')
    expect(await first).toBe('old')
    await aMoment()
    expect(begun).toHaveLength(2)
    begun[1]!.resolve('new')
    expect(await Promise.all(later)).toEqual(['new', 'new'])
  })

  it('shares work that all wanted before it began', async () => {
    const shared = shareQueries<string>()
    const { begun, work } = manualWork()
    const answers = [shared('a', work), shared('a', work)]
    await aMoment()
    expect(begun).toHaveLength(1)
    begun[0]!.resolve('found')
    expect(await Promise.all(answers)).toEqual(['found', 'found'])
  })

  it('shares nothing between keys', async () => {
    const shared = shareQueries<string>()
    const { begun, work } = manualWork()
    const answers = [shared('a', work), shared('b', work)]
    await aMoment()
    begun[1]!.resolve('b')
    begun[0]!.resolve('a')
    expect(await Promise.all(answers)).toEqual(['a', 'b'])
  })

  it('tells a failure to those who shared the work, and begins anew for the others', async () => {
    const shared = shareQueries<string>()
    const { begun, work } = manualWork()
    const first = shared('a', work)
    await aMoment()
    const second = shared('a', work)
    begun[0]!.reject(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await aMoment()
    begun[1]!.resolve('found')
    expect(await second).toBe('found')
    const third = shared('a', work)
    await aMoment()
    begun[2]!.resolve('again')
    expect(await third).toBe('again')
  })
})
