import { createRandom } from '../random.ts'
import type { Sent } from './attempt.ts'

/** Requests that are right. */
const SEEDS: readonly Sent[] = [
  {
    method: 'GET',
    path: '/things?limit=3&where[a]=1&ids=1%7C2&json=%7B%7D',
    headers: { cookie: 'session=1; flags=a' },
  },
  { method: 'GET', path: '/things/1', headers: { accept: 'application/json' } },
  { path: '/things', headers: { 'content-type': 'application/json' }, body: '{"name":"a","note":"b"}' },
  { path: '/filters', headers: { 'content-type': 'application/json' }, body: '{"args":["a"],"op":"and"}' },
  { path: '/anything', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1&b[c]=2' },
  {
    path: '/anything',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\ncontent-disposition: form-data; name="a"; filename="f"\r\ncontent-type: text/plain\r\n\r\nv\r\n--b--\r\n',
  },
  { path: '/lines', headers: { 'content-type': 'application/jsonl' }, body: '{"a":1}\n{"a":2}\n' },
]

/**
 * Replacements for bytes and, in `OF_HEADERS`, for header characters; most are significant to some parser.
 */
const BYTES = [...'\0\t\r\n "%&\'()*+,-./:;<=>?[\\]{}|~0aé\u2028\ud83d\ude00'] as const
const OF_HEADERS = [...'\t !"%&\'*+,-/:;<=>?[\\]{}|~0a\xff'] as const
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'] as const

/** Yields `count` requests: valid ones with random changes to the method, target, headers and body. */
export function* mutated(count: number, seed: number): Iterable<Sent> {
  const random = createRandom(seed)
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const spoilt = (text: string, by: readonly string[]): string => {
    let result = text
    for (let times = Math.floor(random() * 4); times > 0; times--) {
      const at = Math.floor(random() * (result.length + 1))
      const gone = Math.floor(random() * 3)
      result = result.slice(0, at) + one(by).repeat(1 + Math.floor(random() * 3)) + result.slice(at + gone)
    }
    return result
  }
  for (let made = 0; made < count; made++) {
    const { method = 'POST', path, headers = {}, body } = one(SEEDS)
    yield {
      method: random() < 0.1 ? one(METHODS) : method,
      path: `/${encodeURI(spoilt(path.slice(1), OF_HEADERS)).replaceAll('%25', '%')}`,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, spoilt(String(value), OF_HEADERS)]),
      ),
      ...(body !== undefined && { body: spoilt(String(body), BYTES) }),
    }
  }
}
