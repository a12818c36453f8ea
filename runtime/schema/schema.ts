export type JsonSchema = boolean | { readonly [keyword: string]: unknown }
