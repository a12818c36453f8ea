export { type Generated, generate, type Stage } from './pipeline/generate.ts'
