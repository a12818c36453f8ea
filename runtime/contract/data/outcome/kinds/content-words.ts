import type { ContentFacts } from './facts/content-facts.ts'
import { type FactWords, shortForTitle } from './said.ts'

/** Wording of findings about files, and about representations in several media types. */
export const contentWords = {
  'other bytes': ({ operation, isSecond, sent, received }) => ({
    expected: `the bytes of the ${isSecond ? 'second ' : ''}file that ${operation} sent: ${sent}`,
    received,
    wrong: `returns bytes other than those of ${operation}: ${shortForTitle(received)}`,
  }),
  'other file type': ({ wanted, received }) => ({
    expected: `the media type of the uploaded file: ${wanted}`,
    received,
    wrong: `returns the file as ${shortForTitle(received)} instead of ${wanted}`,
  }),
  'file described otherwise': ({ name, wanted, received }) => ({
    expected: `"${name}" of the file that was sent: ${wanted}`,
    received,
    wrong: `returns "${name}" of the file as ${shortForTitle(received)} instead of ${shortForTitle(wanted)}`,
  }),
  'written otherwise': ({ mediaType, what, sent, received }) => ({
    expected: `${what} in ${mediaType} as in JSON: ${sent}`,
    received,
    wrong: `writes ${what} differently in ${mediaType} than in JSON: ${shortForTitle(received)}`,
  }),
  'other language': ({ asked, wanted, received }) => ({
    expected: `a response in ${wanted} to "Accept-Language: ${asked}"`,
    received,
    wrong: `does not respond in ${wanted} to "Accept-Language: ${asked}"`,
  }),
  'language refused': ({ language }) => ({
    expected: `a response in any language to "Accept-Language: ${language}"`,
  }),
  'other members': ({ member, query, wanted, sent, received }) => ({
    expected:
      wanted === 'absent'
        ? `no "${member}" with ${query}`
        : `"${member}" with ${query} as without it: ${sent}`,
    received,
    wrong:
      wanted === 'absent'
        ? `shows "${member}" with ${query}`
        : `shows "${member}" with ${query} as ${shortForTitle(received)} instead of ${shortForTitle(sent)}`,
  }),
  'bulk answered otherwise': ({ wanted, received }) => ({ expected: wanted, received }),
  'other range': ({ range, wanted, received }) => ({
    expected: `"Range: ${range}" answered with ${wanted}`,
    received,
    wrong: `answers "Range: ${range}" with ${shortForTitle(received)} instead of ${wanted}`,
  }),
} satisfies Pick<FactWords, keyof ContentFacts>
