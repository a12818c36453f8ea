declare module 'virtual:modules' {
  /** The entries of our packages that a configuration may import, by name. */
  export const MODULES: Readonly<
    Record<string, { readonly names: readonly string[]; readonly load: () => Promise<object> }>
  >
}
