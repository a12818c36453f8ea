/**
 * Names that a module cannot declare.
 * @see ECMA-262, Keywords and Reserved Words, including those of strict mode; TypeScript adds the last four
 */
const RESERVED_WORDS = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
  function if import in instanceof new null return super switch this throw true try typeof var void while with yield
  let static implements interface package private protected public eval arguments
  undefined globalThis require exports`.split(/\s+/),
)

/**
 * True if a string can be an unquoted property name. "__proto__" cannot, because it would set the prototype;
 * nor can names with characters above U+FFFF, which TypeScript and JavaScript engines do not recognize alike.
 */
export function isCodeIdentifier(text: string): boolean {
  return /^(?!__proto__$)(?!.*[\u{10000}-\u{10FFFF}])[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)
}

/** True if the name is reserved in modules. */
export function isReservedInCode(name: string): boolean {
  return RESERVED_WORDS.has(name)
}

/** True if a module can declare the name. */
export function isDeclarableInCode(name: string): boolean {
  return isCodeIdentifier(name) && !isReservedInCode(name)
}
