import LZ from 'lz-string';
for (const n of [1e6,5e6,2e7,8e7]) { const p = LZ.compressToBase64('a'.repeat(n)); const t=Date.now(); const s=LZ.decompressFromBase64(p); console.log(n,p.length,s.length,Date.now()-t,'ms'); }
