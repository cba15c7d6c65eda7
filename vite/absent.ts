/** Stands in the server's build for what its packages load and never use. */
export const glob = () => {
  throw new Error('This build goes without: see vite/server.config.ts')
}
export default glob
