import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    addPet: async (request) =>
      request.mediaType === 'application/xml'
        ? { status: 400 }
        : { status: 200, mediaType: 'application/json', body: { ...request.body, id: 7 } },
    getPetById: async ({ path }) =>
      path.petId === 7
        ? { status: 200, mediaType: 'application/json', body: { id: 7, name: 'Rex', photoUrls: [] } }
        : { status: 404 },
    uploadFile: async ({ body }) => ({
      status: 200,
      body: { message: `${(await body?.text())?.length} bytes` },
    }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
})
const api = createClient({
  baseUrl: 'http://a.test',
  fetch: app,
  credentials: { api_key: 'k', petstore_auth: 't' },
})

const { id = 0 } = await api.pet.addPet({ body: { name: 'Rex', photoUrls: [], status: 'available' } })
const pet = await api.pet.getPetById({ path: { petId: id } })
expect(pet.name === 'Rex', 'the added pet')
const { message } = await api.pet.uploadFile({ path: { petId: id }, body: new Blob(['four']) })
expect(message === '4 bytes', 'the upload arrived')
try {
  await api.pet.getPetById({ path: { petId: 1 } })
} catch (error) {
  expect(api.pet.getPetById.isError(error) && error.status === 404, 'no such pet')
}
