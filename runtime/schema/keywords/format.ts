import { passCheck } from '../evaluation/run.ts'
import type { Format } from '../formats/format.ts'
import { keywordFailure, keywordText } from '../vocabulary/keyword-value.ts'
import type { Compile, Keyword, Site } from '../vocabulary/vocabulary.ts'

/**
 * Checks a format for one type of value. If the vocabulary does not know the format, all values are allowed.
 */
function formatOf<T>(test: (format: Format) => ((value: T) => boolean) | undefined): Compile<T> {
  return (site, keyword) => {
    const holds = testOf(site, keywordText(site, keyword), test)
    if (holds === undefined) return passCheck
    const name = keywordText(site, keyword)
    const failure = keywordFailure(site, keyword, {
      params: { format: name },
      message: `must be a valid ${name}`,
    })
    return (value, run) => holds(value) || run.report(failure)
  }
}

function testOf<T>(
  { vocabulary }: Site,
  name: string,
  test: (format: Format) => ((value: T) => boolean) | undefined,
): ((value: T) => boolean) | undefined {
  const format = vocabulary.formats.get(name)
  return format && test(format)
}

/** @see JSON Schema Validation 2020-12, 7, and OpenAPI Format Registry */
export const formatKeyword: Keyword = {
  keyword: 'format',
  string: /* @__PURE__ */ formatOf(({ string }) => string),
  number: /* @__PURE__ */ formatOf(({ number }) => number),
}
