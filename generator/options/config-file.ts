/** The configuration that commands read. */
export const CONFIG_FILE = 'concordat.config.ts'
