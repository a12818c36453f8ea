import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { HarError, Observer, type Recorded, readHar } from '@concordat/contract/passive'
import { onlyConfig } from '../../configuration/given-config.ts'
import type { DocumentObject } from '../../document/document.ts'
import { UsageError } from '../../errors/problem.ts'
import type { Given } from '../../options/options.ts'
import { basePaths, serverUrls } from '../mock/base-path.ts'
import type { Progress } from '../progress/progress.ts'
import { readAndTell } from '../progress/read-and-tell.ts'
import { readReportFiles } from '../reports/report-files.ts'
import { readBaseUrl } from '../verify/address/base-url.ts'
import { readText } from '../verify/settings/data-file.ts'
import { tellTraffic } from './tell-traffic.ts'

export interface HarCommandOptions {
  /** As a person wrote it; empty where nobody did. */
  readonly baseUrl: string
  /** Absolute paths. */
  readonly files: readonly string[]
  readonly given: Given
  readonly progress: Progress
}

/**
 * Holds recorded answers against the document; nothing is sent.
 * @returns 1 when an answer breaks it, 3 when the suite itself failed and none does.
 * @throws {UsageError} for a file that is not an HTTP Archive, and where no request went to the server.
 */
export async function harCommand({ baseUrl, files, given, progress }: HarCommandOptions): Promise<0 | 1 | 3> {
  const reports = readReportFiles(given.report ?? [])
  const recorded = files.flatMap(readArchive)
  const read = await readAndTell(await onlyConfig(given), progress)
  const { model } = read
  const bases = baseUrl === '' ? basesOf(model.document, recorded) : [readBaseUrl(baseUrl)]
  const observer = new Observer({
    ...{ document: model.descriptor, base: model.base, decided: model.decided },
    ...{ bases, source: files.map((file) => relative(process.cwd(), file)).join(', ') },
    ...(given.undocumentedFields !== undefined && { undocumentedFields: given.undocumentedFields }),
  })
  for (const exchange of recorded) observer.note(exchange)
  await observer.settled()
  if (observer.exchanges === 0) throw nothingOfServer(recorded, bases)
  return tellTraffic({ observer, read, reports, progress })
}

function readArchive(file: string): readonly Recorded[] {
  const name = relative(process.cwd(), file)
  if (file.endsWith('.zip'))
    throw new UsageError(`"${name}" is compressed. Fix: unpack it, and name the .har file inside.`)
  const folder = dirname(file)
  try {
    return readHar(JSON.parse(readText(file)), (own) => {
      const attached = resolve(folder, own)
      const isInside = attached.startsWith(`${folder}/`)
      return isInside && existsSync(attached) ? readText(attached) : undefined
    })
  } catch (error) {
    if (error instanceof HarError) throw new UsageError(`"${name}": ${error.message}`)
    if (error instanceof SyntaxError) throw new UsageError(`"${name}" is not JSON: ${error.message}.`)
    throw error
  }
}

/** The document's servers where the recording has traffic with one; else their paths, on whatever origin. */
function basesOf(document: DocumentObject, recorded: readonly Recorded[]): readonly string[] {
  const named = serverUrls(document).filter((url) => /^https?:/i.test(url) && URL.canParse(url))
  const met = named.filter((url) =>
    recorded.some(({ request }) => new URL(request.url).origin === new URL(url).origin),
  )
  return met.length > 0 ? met : [...basePaths(document), '']
}

function nothingOfServer(recorded: readonly Recorded[], bases: readonly string[]): UsageError {
  const origins = [...new Set(recorded.map(({ request }) => new URL(request.url).origin))]
  const where = bases.filter((base) => base !== '').join(', ') || 'the paths of the document'
  return new UsageError(
    recorded.length === 0
      ? 'The archive holds no answer.'
      : `None of the ${recorded.length} recorded requests is below ${where}. They went to ${origins.slice(0, 5).join(', ')}. Fix: name the base URL: concordat verify BASE_URL --har FILE.`,
  )
}
