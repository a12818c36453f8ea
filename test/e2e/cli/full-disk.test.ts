import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../service/small-disk.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

const reason = whyNoSmallDisk()

describe.skipIf(reason !== undefined)(`a full disk${reason === undefined ? '' : ` (${reason})`}`, () => {
  let disk: SmallDisk
  let project: Project
  beforeAll(() => {
    disk = mountSmallDisk(2)
    project = new Project(NOTES_DOCUMENT)
  })
  afterAll(() => {
    disk.unmount()
    project.remove()
    closeAll()
  })

  const names = () =>
    readdirSync(disk.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))

  test('leaves what was generated as it was, says why, and nothing half', async () => {
    const output = join(disk.folder, 'generated')
    const generate = () => project.concordat(['generate', '--document', 'openapi.yaml', '--output', output])
    expect((await generate()).status).toBe(0)
    const texts = () =>
      names().flatMap((name) =>
        name === 'ballast' ? [] : [[name, readFileSync(join(disk.folder, name), 'utf8')]],
      )
    const before = texts()
    project.write('openapi.yaml', NOTES_DOCUMENT.replaceAll('readNote', 'readTheNote'))
    disk.fill(0)
    const { status, stderr } = await generate()
    expect(status, stderr).toBe(2)
    expect(stderr).toContain('no space left on device')
    expect(stderr).not.toMatch(/bug in Concordat|\n {4}at /)
    disk.free()
    expect(texts()).toEqual(before)
    project.write('openapi.yaml', NOTES_DOCUMENT)
    expect((await generate()).status).toBe(0)
  })

  test('takes no report of a run with it: the others are written, and the summary is printed', async () => {
    const baseUrl = await listen(answering(new Notes().answer))
    const report = join(disk.folder, 'report.html')
    disk.fill(0)
    const { status, stdout, stderr } = await project.concordat([
      ...['verify', baseUrl, '--document', 'openapi.yaml', '--rule', 'conformance', '--read-only'],
      ...['--report', `html=${report}`, '--report', 'json=report.json'],
    ])
    expect(stderr).toContain(`The html report "${report}" cannot be written: ENOSPC`)
    expect(status).toBe(2)
    expect(stdout).toMatch(/^Tested /)
    expect(
      JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')).totals.passed,
    ).toBeGreaterThan(0)
    expect(names()).not.toContain('report.html')
  })
})
