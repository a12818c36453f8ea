import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ReportDocument, renderReport } from '@concordat/contract'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeRun, FAULTS, hostile } from '../../unit/contract/report/broken-run.ts'
import { HANG_MS } from '../../waiting.ts'

/** Where Debian's package puts it. */
const executablePath = '/usr/bin/chromium'
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1200, height: 900 }

describe.skipIf(!existsSync(executablePath))('the HTML report in Chromium', () => {
  let browser: Browser
  let folder: string
  let report: ReportDocument

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'concordat-report-'))
    report = await describeRun(...FAULTS)
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ]
    browser = await chromium.launch({ timeout: HANG_MS, executablePath, headless: true, args })
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true })
  })

  /**
   * Opens a report from a file. `requests` contains requests for anything but the page; `complaints` contains
   * the browser's objections.
   */
  async function open(
    of: ReportDocument,
    { viewport = DESK, colorScheme = 'light' as 'light' | 'dark' } = {},
  ) {
    const file = join(folder, 'report.html')
    await writeFile(file, renderReport(of, 'html'))
    const page = await browser.newPage({ viewport, colorScheme })
    page.setDefaultTimeout(HANG_MS)
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) requests.push(request.url())
    })
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(pathToFileURL(file).href)
    return { page, requests, complaints }
  }

  it('asks for nothing, breaks no rule of its own, and shows every result', async () => {
    const { page, requests, complaints } = await open(report)
    expect(await page.locator('.matrix tr[data-name]').count()).toBe(report.operations.length)
    const { passed, failed, notRun } = report.totals
    const cells = page.locator('.matrix tbody')
    expect(await cells.locator('.p').count()).toBe(passed)
    expect(await cells.locator('.f').count()).toBe(failed)
    expect(await cells.locator('.n').count()).toBe(notRun)
    expect(await page.locator('details.finding').count()).toBe(report.findings.length)
    expect(requests).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('fits the width of %s, also with everything open', async (_, viewport) => {
    for (const of of [report, hostile(report)]) {
      const { page } = await open(of, { viewport })
      const widthOf = () => page.evaluate(() => globalThis.document.documentElement.scrollWidth)
      expect(await widthOf()).toBe(viewport.width)
      await page.evaluate(() => {
        for (const details of globalThis.document.querySelectorAll('details')) details.open = true
      })
      expect(await widthOf()).toBe(viewport.width)
      const cut = await page
        .locator('.matrix td > *')
        .evaluateAll(
          (cells, width) => cells.filter((cell) => cell.getBoundingClientRect().right > width).length,
          viewport.width,
        )
      expect(cut).toBe(0)
      await page.close()
    }
  })

  it.each([
    ['beside it on a desk', DESK, true],
    ['below it on a phone', PHONE, false],
  ])('shows the response to a request %s', async (_, viewport, isBeside) => {
    const { page } = await open(report, { viewport })
    const finding = page.locator('details.finding').first()
    await finding.evaluate((details: HTMLDetailsElement) => {
      details.open = true
    })
    const topOf = async (name: string) => (await finding.getByLabel(name).boundingBox())?.y
    const [request = Number.NaN, response = Number.NaN] = [await topOf('Request'), await topOf('Response')]
    expect(response).toBeGreaterThanOrEqual(request)
    expect(response === request).toBe(isBeside)
    expect(await finding.getByLabel('Fix').textContent()).toMatch(/\w/)
    await page.close()
  })

  it('leads to each finding from its contents, and tells its weight by a colour of its own', async () => {
    const { page } = await open(report)
    const links = page.getByLabel('Contents').locator('ol a')
    expect(await links.count()).toBe(report.findings.length)
    await links.last().click()
    expect(await page.locator('details.finding').last().getAttribute('open')).not.toBeNull()
    const colours = await page
      .locator('details.finding')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderLeftColor))
    const weights = new Set(report.findings.map(({ weight }) => weight))
    expect(new Set(colours).size).toBe(weights.size)
    await page.close()
  })

  it('has a target for each link, also inside what is folded', async () => {
    const { page } = await open({ ...report, leftBehind: ['/pets/1'] })
    const missing = await page
      .locator('a[href^="#"]')
      .evaluateAll((links) =>
        links
          .map((link) => link.getAttribute('href')?.slice(1) ?? '')
          .filter((id) => globalThis.document.getElementById(id) === null),
      )
    expect(missing).toEqual([])
    expect(await page.getByLabel('Contents').getByText('Left behind').count()).toBe(1)
    const finding = page.locator('details.finding').first()
    await finding.evaluate((details: HTMLDetailsElement) => {
      details.open = true
    })
    await finding.getByLabel('Rule').getByRole('link').click()
    const [rule] = report.findings.map((one) => one.rule)
    await page.locator(`.family[open] [id="rule-${rule}"]`).waitFor()
    await page.close()
  })

  it('unfolds the findings on paper, in dark letters on white', async () => {
    const { page } = await open(report, { colorScheme: 'dark' })
    await page.locator('details.finding').evaluateAll((all) => {
      for (const details of all) details.removeAttribute('open')
    })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const requests = page.locator('details.finding').getByLabel('Request')
    expect(await requests.count()).toBe(report.findings.length)
    for (const request of await requests.all()) expect(await request.isVisible()).toBe(true)
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(globalThis.document.body)
      return { color, backgroundColor }
    })
    expect(colours).toEqual({ color: 'rgb(29, 31, 34)', backgroundColor: 'rgb(255, 255, 255)' })
    await page.close()
  })

  it('counts the findings behind each value of a filter, and omits filters of one value', async () => {
    const { page } = await open(report)
    const selects = page.locator('#filters select')
    for (const select of await selects.all()) {
      const values = await select.locator('option:not([value=""])').all()
      expect(values.length).toBeGreaterThan(1)
      const option = values[0]
      await select.selectOption({ index: 1 })
      const shown = await page.locator('details.finding:visible').count()
      expect(await option?.textContent()).toBe(`${await option?.getAttribute('value')} (${shown})`)
      await select.selectOption('')
    }
    expect(await selects.count()).toBeGreaterThan(0)
    await page.close()
  })

  it('searches the findings from the keyboard, and shows a hidden one again if a link leads to it', async () => {
    const { page } = await open(report)
    const shown = page.locator('details.finding:visible')
    const contents = page.getByLabel('Contents').locator('ol li:visible')
    const [first] = report.findings
    const last = report.findings.at(-1)
    expect(first?.rule).not.toBe(last?.rule)
    await page.keyboard.press('/')
    await page.keyboard.type(`${first?.rule.toUpperCase()} /`)
    const wanted = report.findings.filter(({ rule }) => rule === first?.rule)
    expect(await shown.count()).toBe(wanted.length)
    expect(await contents.count()).toBe(wanted.length)
    await page.evaluate((id) => {
      globalThis.location.hash = `#finding-${id}`
    }, last?.id)
    await page.locator(`#finding-${last?.id}[open]`).waitFor()
    expect(await shown.count()).toBe(report.findings.length)
    expect(await page.locator('#search').inputValue()).toBe('')
    await page.close()
  })

  it.each([
    ['names the groups of operations', 'pets', 1],
    ['names no group if no operation has a tag', 'default', 0],
  ])('%s', async (_, tag, headings) => {
    const operations = report.operations.map((operation) => ({ ...operation, tag }))
    const { page } = await open({ ...report, operations })
    expect(await page.locator('.matrix .group').count()).toBe(headings)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('can be read in the %s', async (colorScheme) => {
    const { page } = await open(report, { colorScheme })
    const contrasts = await page.evaluate(() => {
      const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
      const light = (color: string) => {
        const [r = 0, g = 0, b = 0] = numbers(color).map((part) =>
          part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const behind = (element: Element | null): string => {
        if (element === null) return 'rgb(255, 255, 255)'
        const { backgroundColor } = getComputedStyle(element)
        return numbers(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
      }
      const texts = [
        ...globalThis.document.querySelectorAll('h1, p, dt, dd, th, .p, .f, .n, .soft, a, .tag, code'),
      ]
      return texts
        .filter((element) => !(element instanceof SVGElement))
        .map((element) => {
          const [one, other] = [light(getComputedStyle(element).color), light(behind(element))]
          const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
          return { ratio, text: `${element.tagName}.${element.className}` }
        })
    })
    expect(contrasts.length).toBeGreaterThan(100)
    // WCAG 2.2 requires this contrast for text at level AA.
    expect(contrasts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    const background = await page.evaluate(() => getComputedStyle(globalThis.document.body).backgroundColor)
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(19, 21, 23)' : 'rgb(247, 247, 245)')
    await page.close()
  })

  it('runs no script but its own, whatever the server answered', async () => {
    const { page, requests, complaints } = await open(hostile(report))
    await page.evaluate(() => {
      for (const details of globalThis.document.querySelectorAll('details')) details.open = true
    })
    expect(await page.title()).toMatch(/^Contract report: <\/pre>/)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(1)
    expect([requests, complaints]).toEqual([[], []])
    await page.close()
  })

  it('stops a script that got through', async () => {
    const { page, complaints } = await open(report)
    await page.evaluate(() => {
      const script = globalThis.document.createElement('script')
      script.textContent = "document.title = 'owned'"
      globalThis.document.body.append(script)
    })
    expect(await page.title()).toBe('Contract report: Pets')
    expect(complaints.join()).toContain('Content Security Policy')
    await page.close()
  })

  it('is worked by the keyboard, and names rows, columns and signs', async () => {
    const { page } = await open(report, { viewport: PHONE })
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => globalThis.document.activeElement?.textContent)).toBe(
      'Skip to the results',
    )
    const row = page.getByRole('row', { name: /createToy POST/ }).first()
    expect(await row.getByRole('cell').count()).toBe(report.rules.length)
    await row
      .getByRole('link', { name: /^✗?failed, finding/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() =>
      globalThis.document.querySelector('details.finding:target')?.hasAttribute('open'),
    )
    const finding = page.locator('details.finding:target')
    expect(await finding.getByText('concordat verify').count()).toBe(1)
    await page.close()
  })

  it.each([PHONE, DESK])('narrows the matrix down', async (viewport) => {
    const { page } = await open(report, { viewport })
    const shown = page.locator('.matrix tr[data-name]:visible')
    await page.getByRole('searchbox', { name: 'Find' }).fill('TOY')
    expect(await shown.count()).toBe(3)
    await page.getByRole('combobox', { name: 'Show' }).selectOption('not-run')
    expect(await shown.count()).toBe(
      report.operations.filter(
        ({ operationId, results }) =>
          /toy/i.test(operationId) && results.some(({ status }) => status === 'not-run'),
      ).length,
    )
    await page.close()
  })
})
