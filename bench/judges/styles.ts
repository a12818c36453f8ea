import { Unavailable } from '../services/foreign-service.ts'
import { startForeignService } from '../services/running-service.ts'
import { judgeDifferences } from './differences.ts'
import type { Judge } from './judge.ts'
import { isThere } from './multipart/readers.ts'
import { type Difference, type Form, HEADER, nameOf, PATH, QUERY, valuesOf, write } from './styles/forms.ts'
import { heyApiWriter } from './styles/hey-api.ts'
import { NAMED } from './styles/named.ts'
import { READERS, readByPython } from './styles/readers.ts'
import { serverReader } from './styles/server.ts'
import { type EchoService, readByService, SERVICES } from './styles/services.ts'
import { WRITERS, type Writer } from './styles/writers.ts'

/**
 * Compares both directions: other clients write parameters that the server reads, and other readers read
 * parameters that our client writes.
 */
export const styles: Judge = {
  name: 'styles',
  measures: 'seeded parameters that other libraries write or read differently, apart from known differences',
  async judge({ signal, onStep }) {
    const missing: string[] = []
    const read: Difference[] = []
    const writers = Object.entries(WRITERS)
    onStep('styles: preparing hey-api')
    const heyApi = await heyApiWriter(signal).catch((error: unknown) => {
      signal.throwIfAborted()
      missing.push(`hey-api: ${String(error).slice(0, 200)}`)
    })
    if (heyApi !== undefined) writers.push(['hey-api', heyApi])
    for (const [name, writer] of writers) {
      onStep(`styles: written by ${name}`)
      read.push(...(await readByServer(name, writer)))
    }
    read.push(...readByReaders())
    if (isThere('python3', '--version')) read.push(...readByPython())
    else missing.push('Python: not installed')
    for (const service of SERVICES) {
      onStep(`styles: preparing ${service.name}`)
      const found = await readByFramework(service, signal)
      if (typeof found === 'string') missing.push(`${service.name}: ${found}`)
      else read.push(...found)
    }
    const verdict = judgeDifferences({
      compared: `${read.length} parameters`,
      differences: read.filter(({ got, value }) => JSON.stringify(got) !== JSON.stringify(value)),
      // Explanations for missing programs are left out, because they cannot match any difference.
      named: NAMED.filter(({ by }) => by === undefined || !missing.some((text) => text.startsWith(by))),
      describe: ({ by, form, value, written, got }) =>
        `${by}: ${nameOf(form)} ${JSON.stringify(value)} as ${written}: ${JSON.stringify(got)}`,
      isFixed: true,
    })
    return { ...verdict, details: [...verdict.details, ...missing.map((text) => `left out: ${text}`)] }
  },
}

async function readByServer(name: string, writer: Writer): Promise<readonly Difference[]> {
  const server = serverReader()
  const read: Difference[] = []
  for (const form of [...PATH, ...QUERY, ...HEADER])
    for (const value of valuesOf(form)) {
      const written = await writer(form, value)
      if (written === undefined) continue
      read.push({ by: `written by ${name}`, form, value, written, got: await server(form, written) })
    }
  return read
}

function readByReaders(): readonly Difference[] {
  return Object.entries(READERS).flatMap(([name, { forms, read }]) =>
    forms.flatMap((form) =>
      valuesOf(form).flatMap((value) => {
        const written = write(form, value)
        if (written === undefined) return []
        const found = read(written)
        const isSpread = form.shape === 'object' && form.style === 'form'
        const got = isSpread ? { ...found } : asListed(form, found['value'])
        return [{ by: `read by ${name}`, form, value, written, got }]
      }),
    ),
  )
}

/** Turns a string into a list if a list was sent, because a list of one looks like its item. */
function asListed({ shape }: Form, found: unknown): unknown {
  return shape === 'list' && typeof found === 'string' ? [found] : found
}

/** Returns the reason, as a string, if the framework cannot be used. */
async function readByFramework(
  service: EchoService,
  signal: AbortSignal,
): Promise<readonly Difference[] | string> {
  try {
    const running = await startForeignService(service, 'judges')
    try {
      return await readByService(service, running.url, signal)
    } finally {
      await running.stop()
    }
  } catch (error) {
    if (error instanceof Unavailable) return error.message
    throw error
  }
}
