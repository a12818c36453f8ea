import { join } from 'node:path'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { withHeaders } from './exchange.ts'
import { startStore } from './store-service.ts'
import type { CorrectService, Subject } from './subject.ts'

/** Starts the store; every subject has two shops of its own. */
export async function startStoreService(): Promise<CorrectService> {
  const { model } = await readDocument({
    document: join(import.meta.dirname, 'store.openapi.yaml'),
    overlays: [],
  })
  const store = await startStore()
  return {
    name: 'store',
    url: store.url,
    documents: { document: model.descriptor, base: model.base, decided: model.decided },
    async makeSubject(): Promise<Subject> {
      const key = store.openShop()
      const stranger = store.openShop()
      return {
        credentials: { ApiKey: key },
        strangerCredentials: { ApiKey: stranger },
        world: {
          asOwner: (call) => withHeaders(call, { 'x-api-key': key }),
          asStranger: (call) => withHeaders(call, { 'x-api-key': stranger }),
          strange: {},
        },
      }
    },
    stop: () => store.stop(),
  }
}
