import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPORT_FORMATS, renderReport } from '@concordat/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  readReportFiles,
  writeReportFiles,
  writeReportTexts,
} from '../../../generator/commands/reports/report-files.ts'
import { describeRun } from '../contract/report/broken-run.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'concordat-reports-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('writes each report whole, and leaves nothing else', async () => {
  const report = await describeRun('status-203')
  const files = readReportFiles(
    REPORT_FORMATS.map((format) => `${format}=${join(folder, `report=.${format}`)}`),
  )
  await writeFile(join(folder, 'report=.json'), 'of an earlier run')
  await writeReportFiles(files, report)
  expect((await readdir(folder)).sort()).toEqual(REPORT_FORMATS.map((format) => `report=.${format}`).sort())
  for (const { format, file } of files)
    expect(await readFile(file, 'utf8')).toBe(renderReport(report, format))
})

test('writes to the standard output', async () => {
  const report = await describeRun('status-203')
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await writeReportFiles(readReportFiles(['json=-']), report)
  const texts = write.mock.calls.map(([text]) => text)
  write.mockRestore()
  expect(texts).toEqual([renderReport(report, 'json')])
})

test('writes the others when one cannot be written, and says which', async () => {
  const report = await describeRun('status-203')
  const lost = join(folder, 'gone', 'a.json')
  const other = join(folder, 'other.json')
  await writeFile(join(folder, 'gone'), 'a file where a folder is needed')
  const files = [
    { format: 'json', file: lost },
    { format: 'json', file: other },
  ] as const
  await expect(writeReportFiles(files, report)).rejects.toThrow(
    `The json report "${lost}" cannot be written: `,
  )
  expect(await readFile(other, 'utf8')).toBe(renderReport(report, 'json'))
})

test('writes the others when one cannot be made', async () => {
  const file = join(folder, 'made.txt')
  const texts = writeReportTexts(
    [
      { format: 'bad', file: join(folder, 'bad.txt') },
      { format: 'good', file },
    ],
    (format) => {
      if (format === 'bad') throw new TypeError('a bug of ours')
      return format
    },
  )
  await expect(texts).rejects.toThrow('a bug of ours')
  expect(await readFile(file, 'utf8')).toBe('good')
})

test.each([
  [
    'pdf=a.pdf',
    /"--report pdf=a.pdf" is not valid. Expected: FORMAT=FILE, such as --report html=report\.html\. Formats: html, json, junit, sarif, ctrf, markdown, har, http\./,
  ],
  ['html', /"--report html" is not valid\. Expected: /],
  ['html=', /"--report html=" is not valid\. Expected: /],
  [
    'html=no/such/folder/a.html',
    /there is no folder "no\/such\/folder". Create it, or choose another file\.$/,
  ],
  ['html=test', /"test" is a folder. Specify a file in it\.$/],
])('refuses %s before a run', (text, message) => {
  expect(() => readReportFiles([text])).toThrow(message)
})

test('refuses two reports for one place', () => {
  expect(() => readReportFiles(['json=-', 'html=-'])).toThrow('Two reports would be written to "-"')
})
