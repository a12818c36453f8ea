import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ArchiveError, readPackageTarball } from '../../../server/plugins/packages/tarball.ts'

interface Entry {
  readonly name: string
  readonly content?: string
  readonly kind?: string
  readonly prefix?: string
  /** Where a link leads. */
  readonly target?: string
  /** Written instead of the content's actual size. */
  readonly size?: string
}

/** Returns an entry of a tar archive, with a correct checksum. */
function entry({ name, content = '', kind = '0', prefix = '', target = '', size }: Entry): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write(size ?? `${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(kind, 156)
  header.write(target, 157, 100)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body])
}

function pax(record: string): string {
  const length = (digits: number): number => digits + 1 + Buffer.byteLength(record) + 1
  const digits = String(length(2)).length
  return `${length(digits)} ${record}\n`
}

const end = Buffer.alloc(1024)
const archive = (...parts: Buffer[]) => gzipSync(Buffer.concat([...parts, end]))

async function read(...parts: Buffer[]) {
  const files = await readPackageTarball(archive(...parts))
  return files.map(({ path, content }) => [path, content.toString()])
}

describe('an archive', () => {
  test('gives its files with their paths', async () => {
    const long = 'x'.repeat(600)
    const files = await read(
      entry({ name: 'package/', kind: '5' }),
      entry({ name: 'package/a.ts', content: long }),
      entry({ name: 'b.ts', prefix: 'package/deep', content: 'b' }),
      entry({ name: 'package/empty' }),
      entry({ name: 'old', kind: '\0', content: 'old' }),
    )
    expect(files).toEqual([
      ['package/a.ts', long],
      ['package/deep/b.ts', 'b'],
      ['package/empty', ''],
      ['old', 'old'],
    ])
  })

  test('gives long paths from pax and GNU records, each to the next file alone', async () => {
    const path = `package/${'long/'.repeat(40)}é.ts`
    const files = await read(
      entry({ name: 'pax_global_header', kind: 'g', content: pax('comment=abc') }),
      entry({ name: 'PaxHeader', kind: 'x', content: pax(`path=${path}`) + pax('mtime=1.5') }),
      entry({ name: 'short', content: '1' }),
      entry({ name: '././@LongLink', kind: 'L', content: `${path}.gnu\0` }),
      entry({ name: 'short', content: '2' }),
      entry({ name: 'PaxHeader', kind: 'x', content: pax('size=3') }),
      entry({ name: 'sized', content: 'abc', size: '00000000000\0' }),
      entry({ name: 'after', content: '3' }),
    )
    expect(files).toEqual([
      [path, '1'],
      [`${path}.gnu`, '2'],
      ['sized', 'abc'],
      ['after', '3'],
    ])
  })

  test('gives no links, devices and folders', async () => {
    const links = ['1', '2'].map((kind) => entry({ name: kind, kind, target: '../../etc/passwd' }))
    const others = ['3', '4', '5', '6'].map((kind) => entry({ name: kind, kind }))
    expect(await read(...links, ...others)).toEqual([])
  })

  test.each(['path=a\n', '0 path=a\n', pax('size=-1'), pax('size=x')])(
    'passes over the broken pax record %j, as npm does',
    async (content) => {
      const files = await read(entry({ name: 'x', kind: 'x', content }), entry({ name: 'own', content: '1' }))
      expect(files).toEqual([['own', '1']])
    },
  )

  test.each([
    ['no gzip', Buffer.from('not gzip')],
    ['no tar', gzipSync(Buffer.alloc(1024, 'x'))],
    ['a file that is cut off', gzipSync(entry({ name: 'a', content: 'x'.repeat(600) }).subarray(0, 1000))],
    ['a size that is no number', archive(entry({ name: 'a', size: '9x\0' }))],
    ['a size in base 256', archive(entry({ name: 'a', size: '\x80\x01' }))],
    ['a size beyond the end', archive(entry({ name: 'a', size: '77777777777\0' }))],
    ['a link to nowhere', archive(entry({ name: 'a', kind: '2' }))],
    ['an archive packed twice', gzipSync(archive(entry({ name: 'a' })))],
  ])('is refused with %s', async (_, bytes) => {
    await expect(readPackageTarball(bytes)).rejects.toBeInstanceOf(ArchiveError)
  })

  test('is refused when it swells, or has entries without end', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 2 ** 20))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(readPackageTarball(bomb)).rejects.toThrow('larger than 64 MB')
    const many = Buffer.concat(Array.from({ length: 10_001 }, () => entry({ name: 'a' })))
    await expect(readPackageTarball(archive(many))).rejects.toThrow('more than 10000 entries')
  })

  test('with any one byte of its header changed is refused, or reads as the same', async () => {
    const whole = Buffer.concat([entry({ name: 'package/a', content: 'abc' }), end])
    for (let at = 0; at < 512; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0x41
      const outcome = await readPackageTarball(gzipSync(changed)).catch((error: unknown) => error)
      const isRefused = outcome instanceof ArchiveError
      const isSame = Array.isArray(outcome) && outcome.length === 1 && outcome[0].path === 'package/a'
      expect([at, isRefused || isSame]).toEqual([at, true])
    }
  })

  test('of records alone is refused before they take long', async () => {
    const records = pax('a=b').repeat(10_000)
    const headers = Array.from({ length: 5 }, () => entry({ name: 'pax', kind: 'x', content: records }))
    await expect(read(...headers)).rejects.toThrow('more than 40000 pax records')
  })
})
