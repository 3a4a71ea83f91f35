/** Gmail Help, "File types blocked in Gmail", as of 2026. */
const blocked = new Set(
  'ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh xll'.split(
    ' ',
  ),
)

/** The ending has no dot and is in lower case; null where the name has no such ending. */
export function blockedEnding(filename: string): string | null {
  const ending = /\.([a-z\d_]{1,12})[. ]{0,9}$/i.exec(filename.slice(-40))?.[1]?.toLowerCase()
  return ending !== undefined && blocked.has(ending) ? ending : null
}
