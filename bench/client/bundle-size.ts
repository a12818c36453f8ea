import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const GENERATED = resolve(import.meta.dirname, '../../generated/client.ts')
const ENTRY = 'entry'

/** Programs that call the generated client of this repository. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'one operation': `import { createClient } from '@concordat/runtime/client'
import { getOrganization, securitySchemes } from '${GENERATED}'
const client = createClient({ baseUrl: '/', credentials: { PersonalApiKey: 'k' } }, { securitySchemes })
console.log(await getOrganization(client, { path: { id: '1' } }))`,
  'one operation with retry and refresh': `import { createClient, refresh, retry } from '@concordat/runtime/client'
import { getOrganization, securitySchemes } from '${GENERATED}'
const middlewares = [retry(), refresh()]
const client = createClient({ baseUrl: '/', credentials: { PersonalApiKey: 'k' }, middlewares }, { securitySchemes })
console.log(await getOrganization(client, { path: { id: '1' } }))`,
  'all operations': `import { createClient } from '${GENERATED}'
console.log(createClient({ baseUrl: '/' }))`,
}

/**
 * Bundles a program as a browser gets it.
 * @returns bytes, minified and gzipped.
 */
export async function bundleSize(program: string): Promise<number> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        // Beside a file of the repository, so that packages are found from there.
        resolveId: (specifier) => (specifier === ENTRY ? `${GENERATED}.entry.ts` : null),
        load: (file) => (file === `${GENERATED}.entry.ts` ? program : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output.reduce((sum, chunk) => sum + ('code' in chunk ? gzipSync(chunk.code).length : 0), 0)
}
