import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ReportDocument } from '@concordat/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PET_KEY } from '../../unit/contract/pet/pet-caller.ts'
import { petOpenApi } from '../../unit/contract/pet/pet-openapi.ts'
import { PetService } from '../../unit/contract/pet/pet-service.ts'

const cli = resolve(import.meta.dirname, '../../../generator/cli.ts')

let folder: string
let server: Server
let requests = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'concordat-verify-'))
  await writeFile(join(folder, 'pets.json'), JSON.stringify(petOpenApi(), null, 2))
  const service = new PetService('problem-without-detail')
  server = createServer(async (incoming, outgoing) => {
    requests++
    const { method = 'GET', url, headers } = incoming
    const body = await text(incoming)
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const request = new Request(`http://pets.test/api${url}`, {
      method,
      headers: given,
      ...(body !== '' && { body }),
    })
    const answer = await service.answer(request)
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close().closeAllConnections()
  await rm(folder, { recursive: true })
})

async function verify(...args: readonly string[]) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, [cli, 'verify', url, '--document', 'pets.json', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CONCORDAT_KEY: PET_KEY },
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { url, stdout, stderr, code }
}

test('verify writes reports that lead to the lines of the document', async () => {
  const { url, stdout, stderr, code } = await verify(
    '--rule',
    'authentication',
    '--report',
    'json=-',
    '--report',
    'sarif=pets.sarif',
  )
  expect(code).toBe(1)
  const report = JSON.parse(stdout) as ReportDocument
  const [finding, ...others] = report.findings
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    count: 12,
    place: { clause: '#/components/schemas/Problem/required', file: 'pets.json' },
    replay: `concordat verify ${url} --document pets.json --operation listPets --rule authentication --seed concordat`,
  })
  const lines = (await readFile(join(folder, 'pets.json'), 'utf8')).split('\n')
  expect(lines[(finding?.place.line ?? 0) - 1]).toContain('"required": [')
  expect(report.coverage?.length).toBe(report.totals.operations)
  const sarif = await readFile(join(folder, 'pets.sarif'), 'utf8')
  expect(sarif).toContain(`"startLine": ${finding?.place.line}`)
  expect(stderr).toContain(`pets.json:${finding?.place.line}:`)
  expect(stderr).toMatch(/12 operations, 0 passed, 12 failed \(1 finding, found 12 times\), 0 not run/)
  for (const output of [stdout, stderr, sarif]) expect(output).not.toContain(PET_KEY)
})

test('a report without a place to go to is an error before the run', async () => {
  const before = requests
  const { stdout, stderr, code } = await verify('--report', 'html=no/report.html', '--report', 'json=a.json')
  expect([stdout, stderr, code]).toEqual([
    '',
    '"--report html=no/report.html": there is no folder "no". Create it, or choose another file.\n',
    2,
  ])
  expect(requests).toBe(before)
  expect(existsSync(join(folder, 'a.json'))).toBe(false)
})
