import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import { HANG_MS } from '../../waiting.ts'
import { createApi, startTestService, type TestService } from './harness.ts'

/** Debian's package installs it here. */
const executablePath = '/usr/bin/chromium'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.stop())

describe('/docs', () => {
  it('serves the document as it is, and text as UTF-8', async () => {
    const { body } = await createApi(service.url).get<{ openapi: string; paths: object }>(
      '/docs/openapi.json',
    )
    const operations = Object.values(body.paths).flatMap((path) =>
      Object.values<{ operationId?: string }>(path),
    )
    const ids = operations.flatMap(({ operationId }) => operationId ?? [])
    expect(ids.toSorted()).toEqual(document.operations.map(({ operationId }) => operationId).toSorted())
    for (const name of ['', '/try.js']) {
      const response = await fetch(`${service.url}/docs${name}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/(html|javascript); charset=utf-8$/)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('serves no other file', async () => {
    for (const path of ['/docs/package.json', '/docs/../server/main.ts', '/docs/%2e%2e/main.ts', '/docs/']) {
      expect((await fetch(service.url + path)).status).toBe(404)
    }
  })
})

describe.skipIf(!existsSync(executablePath))('/docs in Chromium', () => {
  let browser: Browser

  beforeAll(async () => {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ]
    browser = await chromium.launch({ timeout: HANG_MS, executablePath, headless: true, args })
  })

  afterAll(() => browser?.close())

  const widthOf = (page: Page) => page.evaluate(() => globalThis.document.documentElement.scrollWidth)

  it('describes every operation with its decisions and rules, in the dark and on a phone', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    page.setDefaultTimeout(HANG_MS)
    const foreign: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(`${service.url}/docs`) && !request.url().startsWith('data:'))
        foreign.push(request.url())
    })
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${service.url}/docs`)
    expect(await page.locator('.operation').count()).toBe(document.operations.length)
    expect(await widthOf(page)).toBe(390)
    const operation = page.locator('#operation-listOrganizations')
    expect(await operation.textContent()).toContain('await api.organizations.listOrganizations(')
    expect(await operation.textContent()).toMatch(/Decided by overlays: \d+/)
    expect(await operation.textContent()).toMatch(/Tested by \d+ rules?/)
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
    await operation.getByRole('button', { name: 'Try it' }).click()
    expect(await widthOf(page)).toBe(390)
    await page.close()
  })

  it('sends a request with a key that the reader types in, and shows its answer', async () => {
    const { owner, id } = await service.makeTenant()
    const page = await browser.newPage()
    page.setDefaultTimeout(HANG_MS)
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('#operation-listOrganizations')
    await operation.getByRole('button', { name: 'Try it' }).click()
    const send = operation.getByRole('button', { name: 'Send' })
    await send.click()
    await operation.getByText('401 application/json').waitFor()
    await page.getByLabel('Key for requests').fill(await keyOf(owner.id))
    await send.click()
    await operation.getByRole('status').getByText(id).first().waitFor()
    const create = page.locator('#operation-createDomain')
    await create.getByRole('button', { name: 'Try it' }).click()
    const command = create.getByLabel('Request as a curl command')
    const path = `/api/organizations/${id}/domains`
    await command.fill(
      `curl -X POST '${path}' -H 'Content-Type: application/json' --data-raw '{"domain": "x.test"}'`,
    )
    await create.getByRole('button', { name: 'Send' }).click()
    await create.getByRole('status').getByText('"x.test"').first().waitFor()
    await page.close()
  })

  async function keyOf(userId: number): Promise<string> {
    const { createKey } = await import('../../../server/keys/keys.ts')
    return await createKey(service.db, { userId, label: 'docs', scopes: ['*'] })
  }
})
