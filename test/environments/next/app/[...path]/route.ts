import { app } from '../../../service.ts'

export { app as DELETE, app as GET, app as OPTIONS, app as PATCH, app as POST, app as PUT }
