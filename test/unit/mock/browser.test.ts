import { join, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import type * as MockModule from '@concordat/mock'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { documentFile } from './mock-of.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Globals of a page and a service worker, without Node's. */
const OF_BROWSERS = {
  ...{ URL, URLSearchParams, Request, Response, Headers, FormData, Blob, ReadableStream },
  ...{ TextEncoder, TextDecoder, AbortController, structuredClone, setTimeout, atob, btoa, console },
}

test('the mock is bundled for browsers, imports nothing, and runs without Node', async () => {
  const bundle = await rolldown({ input: join(root, 'runtime/mock/mock.ts'), platform: 'browser', cwd: root })
  const { output } = await bundle.generate({ format: 'iife', name: 'concordat', codeSplitting: false })
  await bundle.close()
  const [chunk] = output
  expect(chunk.imports).toEqual([])
  const { createMock } = runInContext(
    `${chunk.code};concordat`,
    createContext(OF_BROWSERS),
  ) as typeof MockModule
  const { model } = await readDocument({ document: documentFile('shop.yaml'), overlays: [] })
  const mock = createMock(JSON.parse(JSON.stringify(model.descriptor)))
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'A cup' })
  const made = await mock(new Request('http://page.test/products', { method: 'POST', headers, body }))
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const read = await mock(new Request(`http://page.test/products/${id}`, { headers }))
  expect(await read.json()).toMatchObject({ id, title: 'A cup' })
})
