/** Checked by `npm run typecheck`: code that calls an operation with JSON and XML responses. */
import { createClient, getPet } from '../golden/response-json-among-media-types/expected/client.ts'

const api = createClient({ baseUrl: 'http://localhost' })
const request = { path: { petId: 1 } }

export async function names(): Promise<string[]> {
  const xml = await api.getPet(request, { accept: 'application/xml' })
  const answer = await getPet.result(api.client, request)
  // @ts-expect-error XML comes as text
  xml.name
  // @ts-expect-error not a media type of the success
  await api.getPet(request, { accept: 'text/plain' })
  return [
    (await api.getPet(request)).name,
    (await getPet(api.client, request)).name,
    xml.trim(),
    answer.status === 200 && answer.mediaType === 'application/json' ? answer.body.name : '',
  ]
}

// @ts-expect-error the document names no server
createClient()
