import { expect, test } from 'vitest'
import { services, startService } from '../service.ts'
import { principlesGo } from '../sets/principles-go.ts'
import { goProbes } from './go-probes.ts'
import { senderTo } from './sender.ts'

test('each fault has a probe', () => {
  expect(Object.keys(goProbes).toSorted()).toEqual(principlesGo.map(({ name }) => name).toSorted())
})

async function probe(name: string, fault: string): Promise<unknown> {
  const service = await startService('go', fault)
  try {
    return await goProbes[name]![1](senderTo(service.url, services.go.key))
  } finally {
    await service.stop()
  }
}

test.each(principlesGo)('$name: requests show it, and none without it', async ({ name }) => {
  const [right] = goProbes[name]!
  expect(await probe(name, '')).toEqual(right)
  expect(await probe(name, name)).not.toEqual(right)
})
