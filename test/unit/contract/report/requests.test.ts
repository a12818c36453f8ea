import { createRequire } from 'node:module'
import { type Exchange, type HarEntry, renderReport, runContract } from '@concordat/contract'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { petDocument } from '../pet/pet-document.ts'
import { PetService } from '../pet/pet-service.ts'
import { describeRun, FAULTS, HOSTILE, hostile } from './broken-run.ts'

const require = createRequire(import.meta.url)

/** The requests of a run; some get no response, and one has cookies. */
const exchanges: Exchange[] = []
beforeAll(async () => {
  const target = new PetService().target()
  const isSlow = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/retire')
  await runContract({
    document: petDocument,
    select: { rules: ['lifecycle', 'tenancy', 'transition'] },
    target: {
      ...target,
      // Fails as a timeout would, without waiting for it.
      fetch: async (request) => {
        if (isSlow(request)) throw new DOMException('', 'TimeoutError')
        return target.fetch?.(request) ?? Response.error()
      },
    },
    onRecord: (exchange) => exchanges.push(exchange),
  })
  exchanges.push({ request: { method: 'GET', url: 'http://pets.test/', headers: { cookie: 'a=b; c=d' } } })
})

test('the requests of a run are an HTTP Archive 1.2', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  const schemas: Record<string, object> = require('har-schema')
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  const har = JSON.parse(renderReport(await describeRun(), 'har', exchanges))
  const isValid = ajv.getSchema('har.json#')
  expect(isValid?.(har), JSON.stringify(isValid?.errors)).toBe(true)
  expect(har.log.entries.length).toBe(exchanges.length)
  expect(Date.parse(har.log.entries[0].startedDateTime)).toBeGreaterThan(Date.parse('2026-01-01'))
  const unanswered = { response: { status: 0 }, comment: 'no response: it timed out after 10000 ms' }
  const slow = har.log.entries.filter(({ request }: HarEntry) => request.url.endsWith('/retire'))
  expect(slow).toEqual([expect.objectContaining({}), expect.objectContaining({})])
  for (const entry of slow) expect(entry).toMatchObject({ ...unanswered, time: expect.any(Number) })
  expect(JSON.stringify(har)).toContain('Bearer $CONCORDAT_OTHER_KEY')
})

test('the requests of a run are a file that editors send', async () => {
  const text = renderReport(await describeRun(), 'http', exchanges)
  expect(text).toMatch(/^@CONCORDAT_KEY = \{\{\$processEnv CONCORDAT_KEY\}\}$/m)
  expect(text).toContain('authorization: Bearer {{CONCORDAT_OTHER_KEY}}')
  expect(text).not.toMatch(/\$CONCORDAT_\w+$/m)
  expect(text.match(/^### /gm)?.length).toBe(exchanges.length)
  const created = text.split(/^### /m).find((part) => part.startsWith('POST /api/pets: 201'))
  expect(created).toMatch(/^POST .*\nPOST http:\/\/pets\.test\/api\/pets HTTP\/1\.1\n(\S+: .*\n)+\n\{"name":/)
})

test('a summary for a pull request names the findings, worst first, and how to see the worst again', async () => {
  const report = await describeRun(...FAULTS)
  const text = renderReport(report, 'markdown')
  expect(text).toMatch(
    /^### .*: ❌ \d+ findings, found \d+ times, \d+ checks passed\n\nTested .*\.\n\n\| \| finding \|/,
  )
  const ids = [...text.matchAll(/^\| (\d+) \| \*\*/gm)].map(([, id]) => Number(id))
  expect(ids).toEqual(report.findings.map(({ id }) => id))
  expect(text).toContain(`\`\`\`sh\n${report.findings[0]?.script}`)
  expect(renderReport(await describeRun(), 'markdown')).toMatch(/✅ \d+ checks passed/)
})

test('what a server says has no meaning in the summary', async () => {
  const text = renderReport(hostile(await describeRun(...FAULTS)), 'markdown')
  const outside = text
    .replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '')
    .replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
  expect(outside).not.toMatch(/<(img|script)|<\/pre>/)
  expect(text).not.toContain(HOSTILE)
})
