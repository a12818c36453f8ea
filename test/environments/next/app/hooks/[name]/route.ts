import { hooks } from '../../../../service.ts'

export { hooks as POST }
