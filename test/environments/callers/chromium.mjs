import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

/** Runs the probe in Debian's Chromium, on a page whose origin differs from the service's. */
const [, , script, origin] = process.argv
const text = readFileSync(script, 'utf8').replaceAll('</script', '<\\/script')
const pages = createServer((_, answer) =>
  answer
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><script>${text}</script>`),
)
await new Promise((listening) => pages.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${pages.address().port}`)
  console.log(JSON.stringify(await page.evaluate((address) => globalThis.probe(address), origin)))
} finally {
  await browser.close()
  pages.close()
}
