import { describe, expect, test } from 'vitest'
import { outcomes } from '../../support/small-service.ts'
import { archive, archiveService, type WrongArchive } from './photos.ts'

const document = archive()

const told = async (wrong?: WrongArchive): Promise<string[]> =>
  outcomes(await document, { answer: archiveService(wrong), rules: ['content'] })

test('files that come down as they went up break nothing', async () => {
  expect((await told()).toSorted()).toEqual(['content addPhoto: passed', 'content putScan: passed'])
})

const asText = (bytes: Uint8Array): Uint8Array => new TextEncoder().encode(new TextDecoder().decode(bytes))

/** Each fault, with the finding that it causes. */
const FAULTS: Readonly<Record<string, readonly [WrongArchive, RegExp]>> = {
  'bytes that are kept as text': [
    { stored: asText },
    /content addPhoto: the bytes of the file that was sent to POST \/photos: .* \(from byte 0: 89 50/,
  ],
  'a file that ends at its first zero': [
    { stored: (bytes) => bytes.slice(0, bytes.indexOf(0)) },
    /content putScan: the bytes of the file that was sent to PUT \/scans\/\{name\}: .* \| 0 bytes$/,
  ],
  'a shorter file that is written over a longer one': [
    { stored: (bytes, before = bytes) => Uint8Array.from([...bytes, ...before.slice(bytes.length)]) },
    /content putScan: the bytes of the second file that was sent to PUT \/scans\/\{name\}: /,
  ],
  'a replacement that is answered as new': [{ put: 201 }, /content putScan: .* \| .*201/],
  'a condition that is ignored': [
    { matches: () => true },
    /putScan: status 412 for an "If-Match" header with .* \| status 204/,
  ],
  'a condition that is never true': [
    { matches: () => false },
    /putScan: no 412 for the entity tag that was read/,
  ],
  'a known file that is sent again': [
    { readsOneTag: true },
    /putScan: status 304 for an "If-None-Match" header with .* "other-0", W\/".* \| status 200/,
  ],
  'an entity tag that stays': [{ tag: () => '"same"' }, /"same"/],
  'a length in characters': [
    { size: (bytes) => new TextDecoder().decode(bytes).trim().length },
    /"size" of the uploaded file: \d+ \| \d+$/,
  ],
  'a digest of the text': [{ digested: asText }, /"sha256" of the uploaded file: [\da-f]{64} \| /],
  'another media type': [
    { type: 'image/jpeg' },
    /the media type of the uploaded file: image\/png \| image\/jpeg/,
  ],
  'a range without its last byte': [
    { range: (from, to, length) => [from, to - 1, `bytes ${from}-${to - 1}/${length}`] },
    /: 4 bytes \(from byte 3: [\da-f]{2}\) for "Range: bytes=0-3" \| 3 bytes$/,
  ],
  'a range that ends one too far': [
    { range: (from, to, length) => [from, to, `bytes ${from}-${to}/${length}`] },
    /Content-Range: bytes 0-3\/\d+ for "Range: bytes=0-3" \| bytes 0-4/,
  ],
  'a part of nothing': [
    { beyond: 206 },
    /: status 416 or the whole file for "Range: bytes=\d+-" \| status 206/,
  ],
  'a name with a space': [{ isPlain: true }, /the bytes of the file that was sent to POST \/photos/],
  'a name that is read as Latin-1': [
    { named: (name) => Buffer.from(name).toString('latin1') },
    /addPhoto: "file_name" of the uploaded file: Zoë, 東京 \(1\+1\)\S* \| ZoÃ«/,
  ],
  'a name whose plus sign is read as a space': [
    { named: (name) => name.replaceAll('+', ' ') },
    /addPhoto: "file_name" of the uploaded file: Zoë, 東京 \(1\+1\)\S* \| Zoë, 東京 \(1 1\)/,
  ],
  'a name that is percent-encoded': [
    { disposition: (name) => `attachment; filename="${encodeURIComponent(name)}"` },
    /addPhoto: "Content-Disposition" of the uploaded file: filename\*=UTF-8''Zo%C3%AB\S* \| attachment/,
  ],
  'a name in bytes of UTF-8': [
    { disposition: (name) => `attachment; filename="${Buffer.from(name).toString('latin1')}"` },
    /"Content-Disposition" of the uploaded file/,
  ],
  'a name without its letters': [
    { disposition: (name) => `attachment; filename="${name.replace(/[^\0-\x7f]/g, '?')}"` },
    /"Content-Disposition" of the uploaded file/,
  ],
  'a title whose quotes end the name': [
    { titled: (title) => `attachment; filename="${title.replace(/[^\0-\x7f]/g, '?')}"` },
    /addPhoto: "Content-Disposition" of the uploaded file: filename\*=UTF-8''Zo%C3%AB\S* \| attachment/,
  ],
  'an empty file that breaks the server': [{ empty: 500 }, /addPhoto: .* \| status 500/],
  'a form without its file': [{ lax: true }, /addPhoto: .*\| /],
}

describe.each(Object.entries(FAULTS))('%s', (_, [wrong, expected]) => {
  test('is told', async () => {
    const findings = (await told(wrong)).filter((line) => !line.endsWith(': passed'))
    expect(findings).toContainEqual(expect.stringMatching(expected))
  })
})

test('a title with which a download fails is told', async () => {
  const wrong: WrongArchive = { titled: (title) => `attachment; filename="${title}"` }
  const rules = ['content', 'conformance/no-crash']
  expect(await outcomes(await document, { answer: archiveService(wrong), rules })).toContainEqual(
    expect.stringMatching(/getFile: .*\| status 500/),
  )
})

test('a download may be named by its title', async () => {
  const titled = (title: string) => `attachment; filename*=UTF-8''${encodeURIComponent(title)}`
  expect((await told({ titled })).toSorted()).toEqual(['content addPhoto: passed', 'content putScan: passed'])
})

test('a server may choose other names for its files', async () => {
  const names: WrongArchive = {
    named: () => 'a.png',
    disposition: () => 'attachment; filename="Zo_, __ (1).png"',
  }
  expect((await told(names)).toSorted()).toEqual(['content addPhoto: passed', 'content putScan: passed'])
})

test.each(['application/json', 'image/svg+xml', 'application/gzip'])(
  'a store of any files that loses those of %s is told so',
  async (lost) => {
    const any = await archive('*/*')
    const found = async (wrong: WrongArchive) =>
      (await outcomes(any, { answer: archiveService(wrong), rules: ['content'] })).filter(
        (line) => !line.endsWith(': passed'),
      )
    expect(await found({})).toEqual([])
    expect(await found({ lost })).toEqual([
      expect.stringContaining(`the file that was sent to POST /photos as ${lost}: `),
    ])
  },
)
