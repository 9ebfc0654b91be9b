// Loaded into the server by scripts/serve.mjs: when its launcher dies, however, the server stops as on SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
