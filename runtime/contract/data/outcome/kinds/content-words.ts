import type { Fact } from './fact.ts'
import type { ContentFacts } from './facts/content-facts.ts'
import { type FactWords, type SaidInFinding, shortFactText } from './said.ts'

/** Wording of findings about files, and about representations in several media types. */
export const contentWords = {
  'other bytes': ({ operation, isSecond, type, sent, received }) => ({
    expected: `the bytes of the ${isSecond ? 'second ' : ''}file that was sent to ${operation}${type === undefined ? '' : ` as ${type}`}: ${sent}`,
    received,
    wrong: `returns bytes other than those sent to ${operation}: ${shortFactText(received)}`,
  }),
  'other file type': ({ wanted, received }) => ({
    expected: `the media type of the uploaded file: ${wanted}`,
    received,
    wrong: `returns the file as ${shortFactText(received)} instead of ${wanted}`,
  }),
  'file described otherwise': ({ name, wanted, received }) => ({
    expected: `"${name}" of the uploaded file: ${wanted}`,
    received,
    wrong: `returns the file's "${name}" as ${shortFactText(received)} instead of ${shortFactText(wanted)}`,
  }),
  'written otherwise': ({ mediaType, what, sent, received }) => ({
    expected: `${what} in ${mediaType} with the same content as in JSON: ${sent}`,
    received,
    wrong: `writes ${what} differently in ${mediaType} than in JSON: ${shortFactText(received)}`,
  }),
  'other language': ({ asked, wanted, received }) => ({
    expected: `a response in the language "${wanted}" for "Accept-Language: ${asked}"`,
    received,
    wrong: `does not respond in the language "${wanted}" for "Accept-Language: ${asked}"`,
  }),
  'language refused': ({ language }) => ({
    expected: `a response in any language for "Accept-Language: ${language}"`,
  }),
  'other members': (fact) => ({ ...otherMembers(fact), received: fact.received }),
  'bulk answered otherwise': ({ wanted, received }) => ({ expected: wanted, received }),
  'other range': ({ range, wanted, received }) => ({
    expected: `${wanted} for "Range: ${range}"`,
    received,
    wrong: `responds to "Range: ${range}" with ${shortFactText(received)} instead of ${wanted}`,
  }),
} satisfies Pick<FactWords, keyof ContentFacts>

function otherMembers({
  member,
  query,
  wanted,
  sent,
  received,
}: Fact<'other members'>): Pick<SaidInFinding, 'expected' | 'wrong'> {
  switch (wanted) {
    case 'absent':
      return { expected: `no "${member}" with ${query}`, wrong: `returns "${member}" with ${query}` }
    case 'complete':
      return {
        expected: `"${member}" to contain ${sent} with ${query}`,
        wrong: `omits ${shortFactText(sent)} from "${member}" with ${query}`,
      }
    case 'present':
      return {
        expected: `"${member}" with ${query}, as without it: ${sent}`,
        wrong: `omits "${member}" with ${query}`,
      }
    case 'same':
      return {
        expected: `the same "${member}" with ${query} as without it: ${sent}`,
        wrong: `returns ${shortFactText(received)} instead of ${shortFactText(sent)} in "${member}" with ${query}`,
      }
  }
}
