import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import { HANG_MS } from '../../waiting.ts'
import { createApi, startTestService, type TestService } from './harness.ts'

/** Where Debian's package puts it. */
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
    for (const name of [
      '',
      '/try',
      '/reference.css',
      '/reference.js',
      '/swagger-ui.css',
      '/swagger-ui-bundle.js',
    ]) {
      const response = await fetch(`${service.url}/docs${name}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/(html|css|javascript); charset=utf-8$/)
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

describe.skipIf(!existsSync(executablePath))('/docs and /docs/try in Chromium', () => {
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

  /** The page to try requests, in the width of a desk at first: to draw ninety operations takes seconds. */
  async function openToTry() {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    page.setDefaultTimeout(HANG_MS)
    const foreign: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== service.url && protocol !== 'data:') foreign.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    // Against hangs only.
    await page.goto(`${service.url}/docs/try`)
    await page.locator('.opblock').first().waitFor()
    return { page, foreign, complaints }
  }

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
    expect(await operation.textContent()).toMatch(/Tested by \d+ rules/)
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
    expect(
      await page
        .getByRole('link', { name: 'Try requests' })
        .evaluate((link) => (link as HTMLAnchorElement).href),
    ).toBe(`${service.url}/docs/try`)
    await page.close()
  })

  describe('/docs/try', () => {
    let tried: Awaited<ReturnType<typeof openToTry>>
    beforeAll(async () => {
      tried = await openToTry()
    })

    it('shows every operation, asks no other origin for anything, and breaks no rule of its own', async () => {
      const { page, foreign, complaints } = tried
      expect(await page.locator('.opblock').count()).toBe(document.operations.length)
      await page.getByText('List organizations', { exact: true }).click()
      await page.getByText('Number of results to return').or(page.getByText('Responses')).first().waitFor()
      expect(foreign).toEqual([])
      expect(complaints).toEqual([])
    })

    it('sends a request with a key that the reader types in, and shows its answer', async () => {
      const { owner, id } = await service.makeTenant()
      const key = await keyOf(owner.id)
      const { page, foreign } = tried
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      await page.locator('.modal-ux input').fill(key)
      await page.locator('.modal-ux button[type=submit]').click()
      await page.locator('.modal-ux .btn-done').click()
      const operation = page.locator('[id$="listOrganizations"]')
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      await operation.locator('.live-responses-table').getByText(id).first().waitFor()
      expect(foreign).toEqual([])
    })

    it('can be read on a phone: nothing widens the page, and every path is whole', async () => {
      const { page } = tried
      await page.setViewportSize({ width: 375, height: 800 })
      expect(await widthOf(page)).toBeLessThanOrEqual(375)
      await page.getByText('Calculate the persons of a funnel', { exact: true }).click()
      await page.locator('.opblock.is-open .responses-inner').first().waitFor()
      expect(await widthOf(page)).toBeLessThanOrEqual(375)
      const cut = await page
        .locator('.opblock-summary-path')
        .evaluateAll((paths) => paths.filter((path) => path.getBoundingClientRect().right > 375).length)
      expect(cut).toBe(0)
    })
  })

  async function keyOf(userId: number): Promise<string> {
    const { createKey } = await import('../../../server/keys/keys.ts')
    return await createKey(service.db, { userId, label: 'docs', scopes: ['*'] })
  }
})
