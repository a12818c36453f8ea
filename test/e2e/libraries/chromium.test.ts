import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createMock } from '@concordat/mock'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { document } from '../../golden/outputs-for-libraries/expected/operations.ts'
import { HANG_MS } from '../../waiting.ts'

/** Debian's package installs it here. */
const executablePath = '/usr/bin/chromium'
const root = resolve(import.meta.dirname, '../../..')

async function script(): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'page/page.tsx'),
    platform: 'browser',
    cwd: root,
    // Hides warnings about React Server Components directives, which some libraries have in every file.
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await build.generate({ format: 'iife', codeSplitting: false })
  await build.close()
  return output[0].code
}

describe.skipIf(!existsSync(executablePath))('libraries in Chromium, with what is generated', () => {
  let browser: Browser
  let server: RunningServer
  let page: Page
  /** Service requests that reach the server; the mock responds to those below "/api". */
  let asked: string[] = []

  beforeAll(async () => {
    const text = (contentType: string, body: string) => () =>
      new Response(body, { headers: { 'content-type': contentType } })
    const scripts: Readonly<Record<string, () => Response>> = {
      '/page.js': text('text/javascript', await script()),
      '/mockServiceWorker.js': text(
        'text/javascript',
        readFileSync(join(root, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8'),
      ),
    }
    const html = text(
      'text/html; charset=utf-8',
      '<!doctype html><title>Pets</title><body><script src="/page.js" defer></script>',
    )
    let mock = createMock(document)
    server = await serve(async (request) => {
      const { pathname, search } = new URL(request.url)
      const file = scripts[pathname]
      if (file !== undefined) return file()
      if (['/query', '/swr'].includes(pathname)) {
        const pets = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Pet ${index + 1}` }))
        mock = createMock(document, { basePaths: ['/api'], data: { '/pets': pets } })
      }
      if (request.headers.get('accept')?.includes('text/html')) return html()
      if (pathname !== '/favicon.ico') asked.push(`${request.method} ${pathname}${search}`)
      return mock(request)
    })
    browser = await chromium.launch({
      timeout: HANG_MS,
      executablePath,
      headless: true,
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    asked = []
    page = await browser.newPage()
    page.setDefaultTimeout(HANG_MS)
  })
  afterEach(() => page.close())

  const open = (path: string) => page.goto(`${server.url}${path}`)
  const click = (name: string) => page.getByRole('button', { name }).click()

  test('TanStack Query loads once for two places, and walks a list to its end', async () => {
    await open('/query')
    await page.getByText('5 pets').nth(1).waitFor()
    for (const shown of [4, 5]) {
      await click('More')
      await page
        .locator('li')
        .nth(shown - 1)
        .waitFor()
    }
    expect(await page.locator('li').allTextContents()).toEqual(['Pet 1', 'Pet 2', 'Pet 3', 'Pet 4', 'Pet 5'])
    expect(await page.getByRole('button', { name: 'More' }).isDisabled()).toBe(true)
    expect(asked).toEqual([
      'GET /api/pets?limit=2',
      'GET /api/pets?limit=2',
      'GET /api/pets?limit=2&offset=2',
      'GET /api/pets?limit=2&offset=4',
    ])
  })

  test('TanStack Query reads a list again after a mutation, and shows a typed error', async () => {
    await open('/query')
    await page.getByText('5 pets').nth(1).waitFor()
    await click('Add')
    await page.getByText('6 pets').nth(1).waitFor()
    await click('Ask')
    await page.getByText('No pet: 404').waitFor()
    expect(asked).toContain('POST /api/pets')
    expect(asked.at(-1)).toBe('GET /api/pets/99')
  })

  test('SWR loads once for two places, walks a list to its end, and reads again after a mutation', async () => {
    await open('/swr')
    await page.getByText('5 pets').nth(1).waitFor()
    await page.locator('li').nth(1).waitFor()
    for (const shown of [4, 5]) {
      await click('More')
      await page
        .locator('li')
        .nth(shown - 1)
        .waitFor()
    }
    await click('More')
    await click('Ask')
    await page.getByText('No pet: 404').waitFor()
    expect(await page.locator('li').allTextContents()).toEqual(['Pet 1', 'Pet 2', 'Pet 3', 'Pet 4', 'Pet 5'])
    expect(asked).toEqual([
      'GET /api/pets?limit=2',
      'GET /api/pets?limit=2',
      'GET /api/pets?limit=2&offset=2',
      'GET /api/pets?limit=2&offset=4',
      'GET /api/pets/99',
    ])
    await click('Add')
    await page.getByText('6 pets').nth(1).waitFor()
  })

  test('the worker of MSW answers in the browser, keeps what is written, and refuses what is wrong', async () => {
    await open('/worker')
    await page.getByText('Rex', { exact: true }).waitFor()
    await click('Right')
    await page.getByText('Rex, Max', { exact: true }).waitFor()
    await click('Wrong')
    await page.getByText('refused: 400').waitFor()
    await page.getByText('Rex, Max', { exact: true }).waitFor()
    expect(asked).toEqual([])
  })

  for (const path of ['/hook-form', '/tanstack-form'])
    test(`a form at ${path} shows each message at its field, and sends what is right`, async () => {
      await open(path)
      const [name, email] = [page.locator('#name'), page.locator('#email')]
      await click('Send')
      await expect.poll(() => name.textContent()).toBe('must be at least 1 character long')
      expect(await email.textContent()).toMatch(/email/)
      await page.getByLabel('Name').fill('Rex')
      await page.getByLabel('Email').fill('rex@pets.test')
      await click('Send')
      await expect.poll(() => page.locator('output').textContent()).not.toBe('')
      expect(JSON.parse((await page.locator('output').textContent()) ?? '')).toEqual({
        name: 'Rex',
        owner: { email: 'rex@pets.test' },
      })
      expect([await name.textContent(), await email.textContent()]).toEqual(['', ''])
    })

  test('TanStack Router takes search parameters that a schema allows, and no others', async () => {
    await open('/router?email=rex%40pets.test')
    await page.getByText('REX@PETS.TEST').waitFor()
    await page.getByRole('link', { name: 'Max' }).click()
    await page.getByText('MAX@PETS.TEST').waitFor()
    expect(new URL(page.url()).searchParams.get('email')).toBe('max@pets.test')
    await open('/router?email=rex')
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/email/)
  })
})
