import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createMock } from '@concordat/mock'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generate } from '../../../generator/pipeline/generate.ts'
import { HANG_MS } from '../../waiting.ts'

/** Debian's package installs it here. */
const executablePath = '/usr/bin/chromium'
const root = resolve(import.meta.dirname, '../../..')
/** Below node_modules, so that the generated code finds its packages. */
const folder = join(root, 'node_modules/.cache/gallery')
const STYLE = `body { font: 14px system-ui, sans-serif; margin: 2rem; color: #222; background: #fafafa }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; margin: 1rem 0 2rem }
.card, .story { background: white; border: 1px solid #ddd; border-radius: 8px; padding: 1rem }
.avatar { width: 3rem; height: 3rem; border-radius: 50%; background: #2f6f8f; color: white; display: grid; place-items: center }
.quiet { color: #777; font-size: 12px } h3 { margin: .5rem 0 0 } .right { text-align: right }
table { border-collapse: collapse; background: white; width: 100% } th, td { padding: .5rem .75rem; border-bottom: 1px solid #ddd; text-align: left }
.dot { display: inline-block; width: .75rem; height: .75rem; border-radius: 50% } .story h2 { font-size: 12px; color: #777 }`

/** Writes the document's handlers. @returns their file */
async function writeHandlers(): Promise<string> {
  const { files } = await generate({
    document: join(import.meta.dirname, 'gallery/openapi.yaml'),
    output: folder,
    outputs: ['msw'],
    importExtension: '.ts',
  })
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return join(folder, 'msw.ts')
}

async function bundle(handlers: string): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'gallery/page.tsx'),
    platform: 'browser',
    cwd: root,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      { name: 'handlers', resolveId: (id) => (id.endsWith('/expected/msw.ts') ? handlers : undefined) },
    ],
  })
  const { output } = await build.generate({ format: 'iife', codeSplitting: false })
  await build.close()
  return output[0].code
}

describe.skipIf(!existsSync(executablePath))('pages in Chromium whose data nobody wrote', () => {
  let browser: Browser
  let server: RunningServer

  beforeAll(async () => {
    const script = await bundle(await writeHandlers())
    const { document } = await import(join(folder, 'operations.ts'))
    const mock = createMock(document, { basePaths: ['/mock'] })
    const worker = readFileSync(join(root, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8')
    const html = `<!doctype html><title>Workshop</title><style>${STYLE}</style><body><script src="/page.js" defer></script>`
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      '/page.js': ['text/javascript', script],
      '/mockServiceWorker.js': ['text/javascript', worker],
      '/': ['text/html; charset=utf-8', html],
      '/stories': ['text/html; charset=utf-8', html],
    }
    server = await serve(async (request) => {
      const [type, text] = files[new URL(request.url).pathname] ?? []
      return type === undefined ? mock(request) : new Response(text, { headers: { 'content-type': type } })
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
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a page, and fails if it throws an error. */
  async function open(path: string, isThere: (page: Page) => Promise<unknown>): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1200, height: 760 } })
    page.setDefaultTimeout(HANG_MS)
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    await page.goto(`${server.url}${path}`)
    await Promise.race([isThere(page), page.waitForEvent('pageerror')])
    expect(thrown).toEqual([])
    const pictures = process.env['PICTURES']
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `${path.replace(/\W+/g, '') || 'page'}.png`) })
    return page
  }

  test('an application shows people, orders, money and dates from the mock', async () => {
    const page = await open('/#/mock', async (page) => {
      await page.locator('.card').nth(2).waitFor()
      await page.locator('tbody tr').nth(2).waitFor()
    })
    const names = await page.locator('h3').allTextContents()
    expect(new Set(names).size).toBe(3)
    for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
    const [first = ''] = names
    expect(await page.locator('.card a').first().textContent()).toBe(
      `${first.toLowerCase().replace(' ', '.')}@example.com`,
    )
    const [what] = await page.locator('.card .quiet').allTextContents()
    expect(what).toMatch(/^(?:Project manager|[A-Z][a-z]+), [A-Z][a-z]+, [A-Z][A-Za-z ]+$/)
    for (const time of await page.locator('time').allTextContents()) expect(time).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const price of await page.locator('td.right').allTextContents())
      expect(price).toMatch(/^\D{1,4}[\d,]+(?:\.\d\d)?$/)
    expect(await page.locator('body').textContent()).not.toMatch(/-c[a-z0-9]{5,}-\d/)
    await page.close()
  })

  test('a workbench shows one component in its states from a worker of the browser', async () => {
    const page = await open('/stories', async (page) => {
      await page.locator('.story h3').nth(1).waitFor()
      await page.getByRole('alert').waitFor()
      await page.getByText('Nobody is here yet.').waitFor()
    })
    const [usual, other] = await page.locator('.story h3').allTextContents()
    expect(usual).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
    expect(other).not.toBe(usual)
    expect(await page.getByRole('alert').textContent()).toContain('503')
    await page.close()
  })
})
