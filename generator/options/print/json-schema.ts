import { configurationKind } from '../config/config-options.ts'

/** JSON Schema for a JSON or YAML configuration file, which has one configuration or a list of them. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const { schema } = configurationKind
  const $schema = { description: 'The location where editors find this schema.', type: 'string' }
  const properties = { $schema, ...Object(schema?.['properties']) }
  const one = { $ref: '#/$defs/Config' }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Concordat',
    anyOf: [one, { type: 'array', items: one, minItems: 1 }],
    $defs: { Config: { ...schema, properties } },
  }
}
