import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { withHeaders } from './exchange.ts'
import { startStore } from './store-service.ts'
import { SPELLINGS, type Spelling, spellDocument } from './store-spelling.ts'
import type { CorrectService, Subject } from './subject.ts'

/** Starts the store; every subject gets two new shops. */
export async function startStoreService(spelling: Spelling = SPELLINGS.plain): Promise<CorrectService> {
  const [plain, model] = await Promise.all([readStore(SPELLINGS.plain), readStore(spelling)])
  const store = await startStore()
  return {
    name: 'store',
    url: store.url,
    documents: { document: model.descriptor, base: model.base, decided: model.decided },
    operations: plain.descriptor.operations,
    spelling,
    async makeSubject(): Promise<Subject> {
      const { key, readOnlyKey } = store.openShop()
      const { key: stranger } = store.openShop()
      return {
        credentials: { ApiKey: key },
        strangerCredentials: { ApiKey: stranger },
        readOnlyCredentials: { ApiKey: readOnlyKey },
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

async function readStore(spelling: Spelling) {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  try {
    const document = join(folder, 'openapi.yaml')
    const text = await readFile(join(import.meta.dirname, 'store.openapi.yaml'), 'utf8')
    await writeFile(document, spellDocument(text, spelling))
    return (await readDocument({ document, overlays: [] })).model
  } finally {
    await rm(folder, { recursive: true })
  }
}
