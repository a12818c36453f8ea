import { followed, type Node, node } from './node.ts'

/** An operation in a copy of a document, with its schemas inlined where edits apply. */
export interface Site {
  readonly paths: Node
  readonly path: string
  readonly item: Node
  readonly method: string
  readonly operation: Node
  /** Schema of the JSON request body; `undefined` if it is not an object with a string property. */
  readonly request: Node | undefined
  /** The corresponding schema of the first success response. */
  readonly response: Node | undefined
}

/** Changes a document at a site; returns false if there is nothing to change. */
type Edit = (site: Site) => boolean

/** The first string property and its schema. */
function textProperty(schema: Node | undefined): readonly [name: string, schema: Node] | undefined {
  return Object.entries(node(schema?.['properties']))
    .map(([name, property]) => [name, node(property)] as const)
    .find(([, property]) => property['type'] === 'string' && property['enum'] === undefined)
}

function parametersOf({ operation }: Site): Node[] {
  const { parameters } = operation
  return Array.isArray(parameters) ? parameters.map(node) : []
}

const withParameter =
  (required: boolean): Edit =>
  (site) => {
    const parameter = { name: 'judged', in: 'query', required, schema: { type: 'string' } }
    site.operation['parameters'] = [...parametersOf(site), parameter]
    return true
  }

const withProperty =
  (side: 'request' | 'response'): Edit =>
  ({ [side]: schema }) => {
    if (schema === undefined) return false
    schema['properties'] = { ...node(schema['properties']), judged: { type: 'string' } }
    return true
  }

/** Changes the first string property of a body. */
const withText =
  (side: 'request' | 'response', change: (property: Node) => void): Edit =>
  ({ [side]: schema }) => {
    const [, property] = textProperty(schema) ?? []
    if (property === undefined) return false
    change(property)
    return true
  }

/** Changes the first optional query parameter. */
const withOptional =
  (change: (parameter: Node, site: Site) => void): Edit =>
  (site) => {
    const parameter = parametersOf(site).find((one) => one['in'] === 'query' && one['required'] !== true)
    if (parameter === undefined) return false
    change(parameter, site)
    return true
  }

/** Single edits, some of which break callers. */
export const EDITS: Readonly<Record<string, Edit>> = {
  'operation removed': ({ item, method }) => delete item[method],
  'operation added': ({ paths, path, operation }) => {
    paths[`/judged${path}`] = { get: { ...operation, operationId: 'judged' } }
    return true
  },
  'required parameter added': withParameter(true),
  'optional parameter added': withParameter(false),
  'parameter made required': withOptional((parameter) => {
    parameter['required'] = true
  }),
  'optional parameter removed': withOptional((parameter, site) => {
    site.operation['parameters'] = parametersOf(site).filter((one) => one !== parameter)
  }),
  'parameter limited': withOptional((parameter) => {
    parameter['schema'] = { type: 'string', enum: ['judged'] }
  }),
  'success renumbered': ({ operation }) => {
    const { responses } = operation
    const { 200: ok, ...others } = node(responses)
    if (ok === undefined || others['202'] !== undefined) return false
    operation['responses'] = { 202: ok, ...others }
    return true
  },
  'failure added': ({ operation }) => {
    const responses = node(operation['responses'])
    if (responses['418'] !== undefined) return false
    operation['responses'] = { ...responses, 418: { description: 'Judged' } }
    return true
  },
  'request property added': withProperty('request'),
  'response property added': withProperty('response'),
  'request property made required': ({ request }) => {
    const [name] = textProperty(request) ?? []
    const { required = [] } = request ?? {}
    if (request === undefined || name === undefined || !Array.isArray(required) || required.includes(name))
      return false
    request['required'] = [...required, name]
    return true
  },
  'response property removed': ({ response }) => {
    const [name] = textProperty(response) ?? []
    const { required = [] } = response ?? {}
    if (response === undefined || name === undefined || !Array.isArray(required)) return false
    delete node(response['properties'])[name]
    response['required'] = required.filter((one) => one !== name)
    return true
  },
  'request type changed': withText('request', (property) => {
    for (const name of Object.keys(property)) delete property[name]
    property['type'] = 'integer'
  }),
  'response type changed': withText('response', (property) => {
    for (const name of Object.keys(property)) delete property[name]
    property['type'] = 'integer'
  }),
  'request shortened': withText('request', (property) => {
    property['maxLength'] = 2
  }),
  'request limited': withText('request', (property) => {
    property['enum'] = ['judged']
  }),
  'response limited': withText('response', (property) => {
    property['enum'] = ['judged']
  }),
  'request body made required': ({ operation }) => {
    const body = node(operation['requestBody'])
    if (operation['requestBody'] === undefined || body['required'] === true) return false
    body['required'] = true
    return true
  },
  'description changed': ({ operation }) => {
    operation['description'] = 'Judged.'
    return true
  },
}

/** Inlines the schema of the JSON content if it is an object with a string property, and returns it. */
export function writtenOut(document: Node, holder: unknown): Node | undefined {
  const media = node(node(node(followed(document, holder))['content'])['application/json'])
  const schema = node(structuredClone(followed(document, media['schema'])))
  if (textProperty(schema) === undefined) return undefined
  media['schema'] = schema
  return schema
}

/** Returns the site for an operation of a document, and inlines the schemas that edits change there. */
export function siteOf(document: object, [path, method]: readonly [string, string]): Site {
  const paths = node(node(document)['paths'])
  const item = node(paths[path])
  const operation = node(item[method])
  const responses = node(operation['responses'])
  const success = Object.keys(responses).find((status) => status.startsWith('2'))
  const whole = node(document)
  return {
    ...{ paths, path, item, method, operation },
    request: writtenOut(whole, operation['requestBody']),
    response: success === undefined ? undefined : writtenOut(whole, responses[success]),
  }
}
