import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generateCommand } from '../../../generator/commands/generate.ts'
import { resolveConfig } from '../../../generator/configuration/read-config.ts'

const document = (title: string) => `openapi: 3.1.1
info: { title: ${title}, version: '1' }
paths: { /a: { get: { operationId: showA, responses: { '204': { description: Done } } } } }
`

test('a document of the network is checked without it, and a change is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{}')
  let text = document('Pets')
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  process.env['TEST_DOCUMENT_KEY'] = 'Bearer hush'
  onTestFinished(() => void delete process.env['TEST_DOCUMENT_KEY'])

  const config = resolveConfig(
    {
      document: `http://127.0.0.1:${port}/openapi.yaml?key=hush`,
      documentHeaders: { Authorization: { env: 'TEST_DOCUMENT_KEY' } },
      output: 'generated',
    },
    folder,
  )
  const run = async (check: boolean) => {
    const lines: string[] = []
    const add = (line: string) => void lines.push(line)
    const none = () => {}
    const said = { step: add, live: add, done: add, fail: add, announce: add }
    const progress = { ...said, warn: none, result: none, clear: none }
    const { code } = await generateCommand({ configs: [config], check, progress })
    return { code, text: lines.join('\n') }
  }

  const written = await run(false)
  expect(written).toMatchObject({ code: 0, text: expect.stringContaining('1 operation') })
  expect(asked).toEqual(['Bearer hush'])
  expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('nothing changed') })

  text = document('Animals')
  const changed = await run(true)
  expect(changed.code).toBe(1)
  expect(changed.text).toContain(`http://127.0.0.1:${port}/openapi.yaml has changed since the last run.`)
  expect(await run(false)).toMatchObject({ code: 0 })

  await stop()
  const offline = await run(true)
  expect(offline.code).toBe(0)
  expect(offline.text).toMatch(/so it uses the copy from the last run\./)
  expect(offline.text).toContain('nothing changed')
  expect([written, changed, offline].map(({ text }) => text).join()).not.toContain('hush')
})
