import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { HANG_MS } from '../../waiting.ts'
import { Project } from '../cli/project.ts'
import { type RunningMock, startMock } from './running-mock.ts'

/** Debian's package installs it here. */
const executablePath = '/usr/bin/chromium'
const root = resolve(import.meta.dirname, '../../..')
const file = join(root, 'test/unit/mock/documents/shop.yaml')

/** Bundles the script of a page. */
async function bundle(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'page', entry),
    platform: 'browser',
    cwd: root,
    transform: { define: { 'process.env.NODE_ENV': '"production"', ...define } },
  })
  const { output } = await build.generate({ format: 'iife', codeSplitting: false })
  await build.close()
  return output[0].code
}

describe.skipIf(!existsSync(executablePath))('a React page in Chromium', () => {
  let browser: Browser
  let pages: Server
  let origin: string
  let project: Project
  let mock: RunningMock
  const scripts = new Map<string, string>()

  beforeAll(async () => {
    project = new Project(readFileSync(file, 'utf8'))
    mock = await startMock(project, ['--latency', '300ms'])
    const { model } = await readDocument({ document: file, overlays: [] })
    scripts.set('/over-network', await bundle('over-network.tsx'))
    scripts.set('/in-page', await bundle('in-page.tsx', { DESCRIPTOR: JSON.stringify(model.descriptor) }))
    // An origin other than the mock's, like that of a development server.
    pages = createServer(({ url = '' }, answer) => {
      const script = (scripts.get(url) ?? '').replaceAll('</script', '<\\/script')
      answer
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>Shop</title><body><script type="module">${script}</script>`)
    })
    await new Promise<void>((listening) => pages.listen(0, '127.0.0.1', listening))
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    browser = await chromium.launch({
      timeout: HANG_MS,
      executablePath,
      headless: true,
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    pages?.close()
    await mock?.stop()
    project?.remove()
  })

  /** Walks through the page as a user would. */
  async function walkThrough(page: Page): Promise<void> {
    const titles = page.locator('li')
    await page.getByText('3 products').waitFor()
    expect(await titles.allTextContents()).toEqual(['A teapot', expect.any(String)])
    await page.getByLabel('Title').fill('A cup')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('4 products').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('A cup').waitFor()
    expect(await titles.count()).toBe(2)
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText('A teapot').waitFor()
    await page.getByLabel('Title').fill('')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('400 body.title').waitFor()
    expect(await page.getByText('4 products').count()).toBe(1)
  }

  test('lists, adds, turns pages and shows refusals over the network, from another origin', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(HANG_MS)
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('main[aria-busy=true]') === null) return
        // Disconnects first, because adding the class is a mutation too.
        seen.disconnect()
        document.body.classList.add('waited')
      }
      const seen = new MutationObserver(look)
      seen.observe(document, { subtree: true, childList: true, attributes: true })
    })
    await page.goto(`${origin}/over-network#${mock.url}`)
    await walkThrough(page)
    // The responses took a while, and the page showed that it was loading.
    expect(await page.locator('body.waited').count()).toBe(1)
    await page.close()
  })

  test('shows failures that are asked for', async () => {
    const failing = await startMock(project, ['--failures', '1'])
    const page = await browser.newPage()
    page.setDefaultTimeout(HANG_MS)
    await page.goto(`${origin}/over-network#${failing.url}`)
    await page
      .getByText('503 This request fails because the mock is configured to fail some requests.')
      .waitFor()
    await page.close()
    await failing.stop()
  })

  test('does the same with the mock in the page, and asks nobody', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(HANG_MS)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${origin}/in-page`)
    await walkThrough(page)
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
    await page.close()
  })
})
