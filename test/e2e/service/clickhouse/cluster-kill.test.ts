import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import { createRandom, seedOfRun } from '../random.ts'
import { type Capturing, startCapturing } from './capturing.ts'
import { untilArrived } from './clickhouse.ts'
import { hasCluster, openCluster, type TestCluster } from './cluster.ts'
import { createSenders, type Senders } from './senders.ts'

const rounds = 20
const minute = 60_000

/** Every id for which senders capture events. */
const everybody = Array.from({ length: 50 }, (_, index) => `id-${index}`)

describe.skipIf(!hasCluster)('kills of a cluster (needs TEST_CLICKHOUSE_CLUSTER)', () => {
  let cluster: TestCluster
  let service: TestService
  let project: Capturing
  let senders: Senders
  beforeAll(async () => {
    cluster = await openCluster()
    service = await startTestService(cluster.env)
    project = await startCapturing(service, await service.makeTenant())
    senders = createSenders(project.token)
  })
  afterAll(async () => {
    await service?.stop()
    await cluster?.stop()
  })

  /**
   * Queries a view continuously: each response must be complete, or report that the service is busy. @returns
   * the count of each.
   */
  async function watchView(isOver: () => boolean): Promise<{ whole: number; busy: number }> {
    const seen = { whole: 0, busy: 0 }
    while (!isOver()) {
      const answer = await project.askView()
      if (answer.status === 200) {
        expect(answer.who).toEqual([...everybody].sort())
        seen.whole += 1
      } else {
        expect(answer).toEqual({ status: 503, code: 'busy', retryAfter: '5', who: [] })
        seen.busy += 1
      }
      await delay(20)
    }
    return seen
  }

  /** Captures events and queries a view while `work` runs. No captured event may be rejected. */
  async function during(work: (random: () => number) => Promise<void>, seed: number) {
    const random = createRandom(seed)
    const [acceptedBefore, refusedBefore] = [senders.accepted.size, senders.unknown.size]
    await senders.capture(service.url, everybody)
    await untilArrived(service.db)
    let isOver = false
    const sending = senders.send(service.url, { random, isOver: () => isOver })
    const watching = watchView(() => isOver)
    await work(random).finally(() => {
      isOver = true
    })
    await sending
    expect(senders.unknown.size - refusedBefore, 'refused').toBe(0)
    expect(senders.accepted.size - acceptedBefore).toBeGreaterThan(rounds)
    return await watching
  }

  async function expectEachOnce(): Promise<void> {
    await untilArrived(service.db)
    const stored = await cluster.storedUuids()
    senders.expectEachOnce(stored)
  }

  it(`neither loses nor doubles when one server of two is killed ${rounds} times`, async () => {
    const seen = await during(async (random) => {
      for (let round = 0; round < rounds; round += 1) {
        await delay(200 + random() * 1000)
        const shard = random() < 0.5 ? 1 : 2
        await cluster.kill(shard)
        await delay(random() * 1000)
        await cluster.restart(shard)
      }
    }, seedOfRun)
    expect(seen.whole).toBeGreaterThan(0)
    expect(seen.busy).toBeGreaterThan(0)
    await expectEachOnce()
  })

  it('hands over all when a shard comes back that was away for a minute', async () => {
    const seen = await during(async () => {
      await cluster.kill(2)
      await delay(minute)
      await cluster.restart(2)
    }, seedOfRun + 1)
    expect(seen.busy).toBeGreaterThan(0)
    await expectEachOnce()
  })
})
