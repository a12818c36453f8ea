import { randomUUID } from 'node:crypto'
import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { petDocument } from '../pet/pet-document.ts'
import { PetService } from '../pet/pet-service.ts'

const PET_ID = /00000000-0000-4000-8000-\d{12}/g

/**
 * Returns every request of a run: method, URL, headers and body, with the server's ids numbered by first
 * appearance.
 */
async function requestsOf(
  seed: string,
  pause: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const service = new PetService()
  const outer = new Map<string, string>()
  const names = new Map<string, string>()
  const requests: string[] = []
  /**
   * The service itself numbers its ids. The run gets ids that are new for each server, as with a real one.
   */
  const disguise = (text: string): string =>
    text.replaceAll(PET_ID, (id) => {
      const known = outer.get(id) ?? randomUUID()
      outer.set(id, known)
      return known
    })
  const named = (text: string): string =>
    [...outer.values()].reduce((rest, id) => {
      if (!rest.includes(id)) return rest
      if (!names.has(id)) names.set(id, `id-${names.size + 1}`)
      return rest.replaceAll(id, names.get(id) ?? '')
    }, text)
  const inner = (text: string): string =>
    [...outer].reduce((rest, [own, shown]) => rest.replaceAll(shown, own), text)

  const target = {
    ...service.target(),
    fetch: async (request: Request): Promise<Response> => {
      const place = requests.push('') - 1
      const body = await request.text()
      requests[place] = named(
        JSON.stringify({ method: request.method, url: request.url, headers: [...request.headers], body }),
      )
      const { method, headers } = request
      const init = { method, headers, ...(body !== '' && { body: inner(body) }) }
      const response = await service.answer(new Request(inner(request.url), init))
      await pause()
      const text = disguise(await response.text())
      const shown = new Headers(
        [...response.headers].map(([name, value]): [string, string] => [name, disguise(value)]),
      )
      return new Response(text === '' ? null : text, { status: response.status, headers: shown })
    },
  }
  await runContract({ document: petDocument, target, seed })
  return requests
}

test('two runs with the same seed send the same requests, one with another seed others', async () => {
  const [first, second, other] = [await requestsOf('a'), await requestsOf('a'), await requestsOf('b')]
  expect(first.length).toBeGreaterThan(200)
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
})

test('also where answers come in another order than requests go out', async () => {
  let requests = 0
  const uneven = () => new Promise<void>((resolve) => setTimeout(resolve, requests++ % 3))
  const [first, second] = [await requestsOf('a', uneven), await requestsOf('a')]
  // Clean-up depends on the ids that the server assigned to items that were created concurrently.
  const cleanUp = second.length - second.findLastIndex((request) => !request.includes('"DELETE"'))
  expect(cleanUp).toBeLessThan(second.length / 4)
  expect(first.slice(0, -cleanUp)).toEqual(second.slice(0, -cleanUp))
  expect(first.toSorted()).toEqual(second.toSorted())
})
