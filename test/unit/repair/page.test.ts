import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { overlayText } from '../../../generator/repair/overlay.ts'
import { blocksOf } from '../../e2e/docs/pages.ts'
import { exchange, repaired } from './repaired.ts'

test('docs/repair.md shows the overlay that its traffic makes of its document', async () => {
  const [document, overlay] = blocksOf('docs/repair.md').filter(({ language }) => language === 'yaml')
  const traffic = blocksOf('docs/repair.md').find(({ language }) => language === 'http')
  const exchanges = [...(traffic?.text ?? '').matchAll(/^(\w+) (\S+) → (\d+) (.*)$/gm)].map(
    ([, method = '', path = '', status, answer = '']) =>
      exchange({ method, path, status: Number(status), answer: JSON.parse(answer) }),
  )
  expect(exchanges.length).toBeGreaterThan(3)
  const made = await repaired(parse(document?.text ?? ''), exchanges)
  expect(overlayText(made.overlay, 'repair.overlay.yaml')).toBe(overlay?.text)
})
