import type { BundleReferences } from './references.ts'

export interface ReferenceFetching {
  /**
   * Reads a file. An unreadable file counts as empty, because swagger-parser would stop at the first failure.
   */
  readonly read: (file: string) => Promise<Buffer>
  readonly parse: (file: string, bytes: Buffer) => void
}

/**
 * Reads requested files until no further files are requested. swagger-parser fetches them in parallel, each
 * only once; it is loaded only if there are any. It follows a `$ref` in every object, even in examples (its
 * issue 160). Instead of a file, it therefore gets a list of the references in locations where OpenAPI allows
 * them.
 */
export async function fetchReferences(
  references: BundleReferences,
  { read, parse }: ReferenceFetching,
): Promise<void> {
  if (!references.areWanted) return
  const takeWanted = (): { $ref: string }[] => references.takeWanted().map((file) => ({ $ref: file }))
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  const parser = new SwaggerParser()
  const document = {
    openapi: '3.1.0' as const,
    info: { title: '', version: '' },
    paths: {},
    'x-references': takeWanted(),
  }
  await parser.resolve(document, {
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      references: {
        order: 1,
        canParse: true,
        allowEmpty: true,
        parse: ({ reference, url, data }: ReadFile) => {
          parse(reference ?? url, Buffer.isBuffer(data) ? data : Buffer.alloc(0))
          return takeWanted()
        },
      },
    },
    resolve: {
      external: true,
      file: false,
      http: false,
      references: {
        order: 1,
        canRead: true,
        read: (file: ReadFile) => read(file.reference ?? file.url),
      },
    },
  })
}

/**
 * A file as swagger-parser passes it to plugins; `reference` is the value of the `$ref`, which is always an
 * absolute URL here.
 */
interface ReadFile {
  readonly url: string
  readonly reference?: string
  readonly data?: unknown
}
