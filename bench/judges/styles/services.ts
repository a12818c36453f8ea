import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { ForeignService } from '../../services/foreign-service.ts'
import { type Difference, type Form, forms, valuesOf, write } from './forms.ts'

/** A framework's service that returns the values it reads. */
export interface EchoService extends ForeignService {
  /**
   * The forms that it supports, each with the part of the URL's path that selects the parameter's
   * declaration.
   */
  readonly reads: readonly (readonly [form: Form, declared: string])[]
}

function reads(
  declared: string,
  location: Form['location'],
  style: Form['style'],
  shapes: readonly Form['shape'][],
): EchoService['reads'] {
  return forms(location, [style], shapes).map((form) => [form, `${declared}/${form.shape}`])
}

const isExploded = ([{ explode }]: EchoService['reads'][number]): boolean => explode

export const SERVICES: readonly EchoService[] = [
  {
    name: 'FastAPI',
    folder: join(import.meta.dirname, 'fastapi'),
    needs: ['python3'],
    sources: ['requirements.txt', 'service.py'],
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    start: ['venv/bin/python', 'service.py'],
    reads: [
      ...reads('path', 'path', 'simple', ['text']),
      ...reads('query', 'query', 'form', ['text', 'list', 'object']).filter(isExploded),
      ...reads('header', 'header', 'simple', ['text']),
      ...reads('cookie', 'cookie', 'form', ['text']),
    ],
  },
  {
    name: 'Spring',
    folder: join(import.meta.dirname, 'spring'),
    needs: ['java', 'mvn'],
    sources: ['pom.xml', 'src'],
    install: [['mvn', '--quiet', '--batch-mode', 'package']],
    start: ['java', '-jar', 'target/service.jar'],
    reads: [
      ...reads('path', 'path', 'simple', ['text', 'list']),
      ...reads('matrix', 'path', 'matrix', ['text', 'list']),
      ...reads('matrix', 'path', 'matrix', ['object']).filter(isExploded),
      ...reads('query', 'query', 'form', ['text', 'list']),
      ...reads('query', 'query', 'form', ['object']).filter(isExploded),
      ...reads('header', 'header', 'simple', ['text', 'list']),
      ...reads('cookie', 'cookie', 'form', ['text']),
    ],
  },
]

/** Sends the client's requests to the service at a URL, and returns the values that the service reads. */
export async function readByService(
  { name, reads }: EchoService,
  url: string,
  signal: AbortSignal,
): Promise<readonly Difference[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const read: Difference[] = []
  try {
    for (const [form, declared] of reads)
      for (const value of valuesOf(form)) {
        const written = write(form, value)
        if (written === undefined) continue
        signal.throwIfAborted()
        const got = await asked(`${url}/${declared}`, { form, written, agent })
        read.push({
          by: `read by ${name}`,
          form,
          value,
          written,
          got: form.shape === 'text' ? one(got) : got,
        })
      }
  } finally {
    agent.destroy()
  }
  return read
}

/** Unwraps a list of one, which has the same meaning as its item. */
function one(got: unknown): unknown {
  return Array.isArray(got) && got.length === 1 ? got[0] : got
}

/** Sends the path and query unparsed, because parsing would change them. */
function asked(
  url: string,
  { form, written, agent }: { readonly form: Form; readonly written: string; readonly agent: Agent },
): Promise<unknown> {
  const { hostname, port, pathname } = new URL(url)
  const { location } = form
  // Spring supports matrix parameters only in a named path segment, which the path "/list{value}" creates.
  const inPath = form.style === 'matrix' ? written : `/${written}`
  const place = location === 'path' ? inPath : location === 'query' ? `?${written}` : ''
  const headers =
    location === 'header' ? { value: written } : location === 'cookie' ? { cookie: written } : {}
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname + place, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve(response.statusCode === 200 ? JSON.parse(text) : `status ${response.statusCode}`)
      })
      response.on('error', reject)
    })
    sent.on('error', reject).end()
  })
}
